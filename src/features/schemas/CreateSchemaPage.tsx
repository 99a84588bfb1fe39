/** /datasets/:datasetId/schemas/create */
import { useNavigate, useParams } from 'react-router';
import { BackToDatasets, useDataset } from '#src/features/datasets/index.ts';
import { helpLinks } from '#src/features/help/index.ts';
import { CreateSchemaForm } from './CreateSchemaForm.tsx';
import { SchemaRules } from './SchemaRules.tsx';
import { Card } from '#src/ui/Card.tsx';
import { Loaded } from '#src/ui/Loaded.tsx';
import { Page } from '#src/ui/Page.tsx';

export function CreateSchemaPage() {
  const { datasetId = '' } = useParams();
  const navigate = useNavigate();
  const dataset = useDataset(datasetId);
  const back = `/datasets/${datasetId}`;
  return (
    <Page title="Add Schema" context={dataset.data?.name}>
      <Loaded
        from={dataset}
        label="Loading the dataset"
        missing="Datasets not found"
        back={<BackToDatasets />}
      >
        {() => (
          <>
            <SchemaRules guide={helpLinks.schemas} />
            <Card>
              <CreateSchemaForm dataset={datasetId} back={back} onSuccess={() => navigate(back)} />
            </Card>
          </>
        )}
      </Loaded>
    </Page>
  );
}
