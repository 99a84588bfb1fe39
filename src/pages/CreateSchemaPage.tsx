/** /datasets/:datasetId/schemas/create */
import { useNavigate, useParams } from 'react-router';
import { BackToDatasets } from '#src/features/datasets/BackToDatasets.tsx';
import { helpLinks } from '#src/features/help/links.ts';
import { CreateSchemaForm } from '#src/features/schemas/CreateSchemaForm.tsx';
import { SchemaRules } from '#src/features/schemas/SchemaRules.tsx';
import { useDataset } from '#src/queries/datasets.ts';
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
