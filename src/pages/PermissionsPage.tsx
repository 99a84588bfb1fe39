/** /datasets/:datasetId/schemas/:schemaId/permissions */
import { useParams } from 'react-router';
import { BackToDataset } from '#src/features/schemas/BackToDataset.tsx';
import { SchemaTabs } from '#src/features/schemas/SchemaTabs.tsx';
import { TeamCards } from '#src/features/schemas/TeamCards.tsx';
import { useDataset } from '#src/queries/datasets.ts';
import { useSchema, useSchemaTeams } from '#src/queries/schemas.ts';
import { Loaded } from '#src/ui/Loaded.tsx';
import { Page } from '#src/ui/Page.tsx';

export function PermissionsPage() {
  const { datasetId = '', schemaId = '' } = useParams();
  const dataset = useDataset(datasetId);
  const schema = useSchema(schemaId);
  const teams = useSchemaTeams(schemaId);
  return (
    <Page
      title={schema.data?.name ?? 'Schema'}
      context={dataset.data?.name}
      subtitle={schema.data?.description}
      tabs={schema.data && <SchemaTabs dataset={datasetId} schema={schemaId} />}
    >
      <Loaded
        dated
        from={teams}
        label="Loading teams"
        missing="Schema Not Found"
        back={<BackToDataset dataset={datasetId} />}
      >
        {({ items }) => <TeamCards teams={items} />}
      </Loaded>
    </Page>
  );
}
