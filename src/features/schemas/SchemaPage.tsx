/** /datasets/:datasetId/schemas/:schemaId */
import { lazy, Suspense, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { useViewer } from '#src/features/organizations/index.ts';
import { useBehindProxy } from '#src/features/proxy/index.ts';
import { useSession } from '#src/features/session/index.ts';
import { useDataset } from '#src/features/datasets/index.ts';
import { schemaPath } from '#src/shared/paths.ts';
import { Loaded } from '#src/ui/Loaded.tsx';
import { Page } from '#src/ui/Page.tsx';
import { adminReason } from '#src/shared/people.ts';
import { Button } from '#src/ui/Button.tsx';
import { FieldTable } from './FieldTable.tsx';
import { BackToDataset } from './BackToDataset.tsx';
import { SchemaTabs } from './SchemaTabs.tsx';
import { useSchema } from './queries.ts';

const SchemaReaders = lazy(async () => ({
  default: (await import('#src/features/permissions/SchemaReaders.tsx')).SchemaReaders,
}));

const AccessNotices = lazy(async () => ({
  default: (await import('#src/features/sharing/access/AccessNotices.tsx')).AccessNotices,
}));

export function SchemaPage() {
  const { datasetId = '', schemaId = '' } = useParams();
  const dataset = useDataset(datasetId);
  const schema = useSchema(schemaId);
  const { user, organization } = useSession();
  const { isAdmin } = useViewer(organization, user);
  const behindProxy = useBehindProxy();
  const navigate = useNavigate();
  const actions = schema.data && (
    <>
      <Button
        icon="edit"
        unavailable={adminReason(isAdmin, 'can change fields')}
        onClick={() => void navigate(`${schemaPath(datasetId, schemaId)}/edit`)}
      >
        Edit Fields
      </Button>
      <DeleteSchema
        schema={schema.data}
        isAdmin={isAdmin}
        onDeleted={() => void navigate(`/datasets/${datasetId}`)}
      />
    </>
  );
  return (
    <Page
      title={schema.data?.name ?? 'Schema'}
      context={dataset.data?.name}
      subtitle={schema.data?.description}
      actions={actions}
      tabs={schema.data && <SchemaTabs dataset={datasetId} schema={schemaId} />}
    >
      <Loaded
        dated
        from={schema}
        label="Loading the schema"
        missing="Schema not found"
        back={<BackToDataset dataset={datasetId} />}
      >
        {(found) => (
          <>
            <Suspense fallback={null}>
              <AccessNotices schema={found.id} behindProxy={behindProxy === true} />
            </Suspense>
            <FieldTable definition={found.schema} />
            <Suspense fallback={null}>
              <SchemaReaders schema={found.id} definition={found.schema} />
            </Suspense>
          </>
        )}
      </Loaded>
    </Page>
  );
}

const DeleteSchemaDialog = lazy(async () => ({
  default: (await import('./DeleteSchemaDialog.tsx')).DeleteSchemaDialog,
}));

type DeleteSchemaProps = {
  schema: Schema;
  /** Only admins can delete schemas. */
  isAdmin: boolean;
  onDeleted: () => void;
};

/** The button that deletes a schema with all of its records, after a confirmation. */
function DeleteSchema({ schema, isAdmin, onDeleted }: DeleteSchemaProps) {
  const [confirming, setConfirming] = useState(false);
  return (
    <>
      <Button
        icon="trash"
        unavailable={adminReason(isAdmin, 'can delete schemas')}
        onClick={() => setConfirming(true)}
      >
        Delete Schema
      </Button>
      {confirming && (
        <Suspense>
          <DeleteSchemaDialog schema={schema} onDeleted={onDeleted} onClose={() => setConfirming(false)} />
        </Suspense>
      )}
    </>
  );
}
