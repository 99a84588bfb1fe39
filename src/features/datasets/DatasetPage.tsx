/** /datasets/:datasetId */
import { lazy, Suspense } from 'react';
import { useNavigate, useParams } from 'react-router';
import { BackToDatasets } from './BackToDatasets.tsx';
import { DatasetButtons } from './DatasetActions.tsx';
import { SchemaTable } from './SchemaTable.tsx';
import { useDataset } from './queries.ts';
import { useAdminReason, useViewer } from '#src/features/organizations/index.ts';
import { SchemaRemovals, useSchemasIn } from '#src/features/schemas/index.ts';
import { useSession } from '#src/features/session/index.ts';
import { Button } from '#src/ui/Button.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { LinkButton } from '#src/ui/LinkButton.tsx';
import { Stack } from '#src/ui/layout.ts';
import { Loaded } from '#src/ui/Loaded.tsx';
import { Page } from '#src/ui/Page.tsx';

const FileDrop = lazy(async () => ({
  default: (await import('#src/features/proposal/FileDrop.tsx')).FileDrop,
}));

export function DatasetPage() {
  const { datasetId = '' } = useParams();
  const dataset = useDataset(datasetId);
  const schemas = useSchemasIn(datasetId);
  const { user, organization } = useSession();
  const navigate = useNavigate();
  const { isAdmin } = useViewer(organization, user);
  const obstacle = useAdminReason('create schemas');
  const create = obstacle ? (
    <Button kind="primary" icon="plus" unavailable={obstacle}>
      Create Schema
    </Button>
  ) : (
    <LinkButton kind="primary" icon="plus" to={`/datasets/${datasetId}/schemas/create`}>
      Create Schema
    </LinkButton>
  );
  return (
    <Page
      title={dataset.data?.name ?? 'Dataset'}
      subtitle={dataset.data?.description}
      actions={
        dataset.data && (
          <>
            <DatasetButtons
              dataset={dataset.data}
              isAdmin={isAdmin}
              onDeleted={() => void navigate('/datasets', { replace: true })}
            />
            {create}
          </>
        )
      }
    >
      <Loaded
        from={dataset}
        label="Loading the dataset"
        missing="Datasets not found"
        back={<BackToDatasets />}
      >
        {({ id, name }) => (
          <Loaded
            dated
            from={schemas}
            label="Loading schemas"
            shape="table"
            missing="Schemas not found"
            back={<BackToDatasets />}
          >
            {({ items }) => (
              <Stack>
                <Suspense fallback={null}>
                  <FileDrop place={{ organization: organization.id, dataset: { id, name } }} />
                </Suspense>
                {items.length > 0 ? (
                  <SchemaTable dataset={datasetId} schemas={items} />
                ) : (
                  <EmptyState icon="schema" title="No schemas yet" actions={create}>
                    A schema says which fields a record has. Add one, then upload records to it.
                  </EmptyState>
                )}
                {isAdmin && (
                  <SchemaRemovals organization={organization.id} isShown={(of) => of === datasetId} />
                )}
              </Stack>
            )}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}
