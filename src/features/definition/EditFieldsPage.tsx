/** /datasets/:datasetId/schemas/:schemaId/edit */
import { useNavigate, useParams } from 'react-router';
import { BackToDataset, SchemaTabs, useSchema } from '#src/features/schemas/index.ts';
import { schemaPath } from '#src/shared/paths.ts';
import { Loaded } from '#src/ui/Loaded.tsx';
import { Page } from '#src/ui/Page.tsx';
import { EditFieldsForm } from './EditFieldsForm.tsx';

export function EditFieldsPage() {
  const { datasetId = '', schemaId = '' } = useParams();
  const schema = useSchema(schemaId);
  const navigate = useNavigate();
  const back = schemaPath(datasetId, schemaId);
  return (
    <Page
      title="Edit Fields"
      context={schema.data?.name}
      tabs={schema.data && <SchemaTabs dataset={datasetId} schema={schemaId} />}
    >
      <Loaded
        from={schema}
        label="Loading the schema"
        missing="Schema not found"
        back={<BackToDataset dataset={datasetId} />}
      >
        {(found) => (
          <EditFieldsForm key={found.id} schema={found} back={back} onSaved={() => void navigate(back)} />
        )}
      </Loaded>
    </Page>
  );
}
