/** /datasets */
import { useState } from 'react';
import { CreateDatasetDialog } from '#src/features/datasets/CreateDatasetDialog.tsx';
import { DatasetCards } from '#src/features/datasets/DatasetCards.tsx';
import { Welcome } from '#src/features/datasets/Welcome.tsx';
import { helpLinks } from '#src/features/help/links.ts';
import { useSession } from '#src/features/session/useSession.ts';
import { byDataset } from '#src/lib/byDataset.ts';
import { useDatasets } from '#src/queries/datasets.ts';
import { useSchemas } from '#src/queries/schemas.ts';
import { Loaded } from '#src/ui/Loaded.tsx';
import { Page } from '#src/ui/Page.tsx';

const quickstarts = [
  {
    label: 'Download the proxy',
    to: helpLinks.proxy,
    about: 'it holds your keys, seals and opens your data',
  },
  { label: 'Sample datasets', to: helpLinks.samples, about: 'to try everything without data of your own' },
  { label: 'Getting-started guide', to: helpLinks.start, about: 'from here to a decrypted row' },
];

export function DatasetsPage() {
  const { user, organization } = useSession();
  const datasets = useDatasets(organization.id);
  const schemas = useSchemas(organization.id).data;
  const [creating, setCreating] = useState(false);
  const counts =
    schemas && new Map(Array.from(byDataset(schemas.items), ([id, { length }]) => [id, length] as const));
  return (
    <Page title="Datasets" context={organization.name}>
      <Loaded from={datasets} label="Loading datasets" missing="Datasets not found">
        {({ items }) => (
          <>
            {items.length === 0 && <Welcome name={user.first_name} quickstarts={quickstarts} />}
            <DatasetCards datasets={items} schemaCounts={counts} onCreate={() => setCreating(true)} />
          </>
        )}
      </Loaded>
      {creating && <CreateDatasetDialog organization={organization.id} onClose={() => setCreating(false)} />}
    </Page>
  );
}
