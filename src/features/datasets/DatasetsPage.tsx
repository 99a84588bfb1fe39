/** /datasets */
import { lazy, Suspense, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import styled from 'styled-components';
import type { Dataset } from '@cloakroom/contract/datasets.ts';
import { helpLinks } from '#src/features/help/index.ts';
import { useViewer } from '#src/features/organizations/index.ts';
import { useSession } from '#src/features/session/index.ts';
import { filterByName } from '#src/shared/format/byName.ts';
import { FindField } from '#src/ui/form/FindField.tsx';
import { Narrow } from '#src/ui/layout.ts';
import { LinkButton } from '#src/ui/LinkButton.tsx';
import { Loaded } from '#src/ui/Loaded.tsx';
import { Page } from '#src/ui/Page.tsx';
import { screen } from '#src/ui/theme/tokens.ts';
import { DatasetCards } from './DatasetCards.tsx';
import { useDatasets } from './queries.ts';

const CreateDatasetDialog = lazy(async () => ({
  default: (await import('./CreateDatasetDialog.tsx')).CreateDatasetDialog,
}));

const Welcome = lazy(async () => ({
  default: (await import('./Welcome.tsx')).Welcome,
}));

const SchemaRemovals = lazy(async () => ({
  default: (await import('#src/features/schemas/SchemaRemovals.tsx')).SchemaRemovals,
}));

const FileDrop = lazy(async () => ({
  default: (await import('#src/features/proposal/FileDrop.tsx')).FileDrop,
}));

/* As high as the drop target, so that the list does not move when it loads. */
const FileDropSpace = styled.div`
  block-size: 96px;
  ${screen.phone} {
    block-size: 183px;
  }
`;

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
  const { isAdmin } = useViewer(organization, user);
  const datasets = useDatasets(organization.id);
  const [creating, setCreating] = useState(false);
  return (
    <Page title="Datasets" context={organization.name}>
      <Loaded
        dated
        from={datasets}
        label="Loading datasets"
        shape="cards"
        missing="Datasets not found"
        back={<LinkButton to="/logout">Sign in with another account</LinkButton>}
      >
        {({ items }) => (
          // One boundary for both: a welcome that loaded later would move the button below it.
          <Suspense fallback={null}>
            {items.length === 0 && <Welcome name={user.first_name} quickstarts={quickstarts} />}
            {/* The list doesn't wait for it. */}
            <Suspense fallback={<FileDropSpace />}>
              <FileDrop place={{ organization: organization.id, dataset: null }} />
            </Suspense>
            {isAdmin && (
              <Suspense fallback={null}>
                {/* Of deleted datasets; the others show theirs on their own page. */}
                <SchemaRemovals
                  organization={organization.id}
                  isShown={(dataset) => items.every(({ id }) => id !== dataset)}
                />
              </Suspense>
            )}
            <Datasets datasets={items} isAdmin={isAdmin} onCreate={() => setCreating(true)} />
          </Suspense>
        )}
      </Loaded>
      {creating && (
        <Suspense fallback={null}>
          <CreateDatasetDialog organization={organization.id} onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </Page>
  );
}

type DatasetsProps = { datasets: readonly Dataset[]; isAdmin: boolean; onCreate: () => void };

function Datasets({ datasets, isAdmin, onCreate }: DatasetsProps) {
  const [searchText, setSearchText] = useSearchText();
  const found = useMemo(() => filterByName(datasets, searchText), [datasets, searchText]);
  return (
    <>
      <Narrow>
        <FindField
          label="Find by name"
          value={searchText}
          onChange={setSearchText}
          found={found.length}
          total={datasets.length}
        />
      </Narrow>
      <DatasetCards datasets={found} isAdmin={isAdmin} onCreate={onCreate} />
    </>
  );
}

/** The search text of a list, kept in the address so that going back finds the same list. */
function useSearchText(): [searchText: string, setSearchText: (text: string) => void] {
  const [query, setQuery] = useSearchParams();
  // The address changes after a delay, the field has to follow at once.
  const [searchText, setText] = useState(query.get('find') ?? '');
  const setSearchText = (text: string) => {
    setText(text);
    setQuery(
      (current) => {
        const next = new URLSearchParams(current);
        if (text === '') next.delete('find');
        else next.set('find', text);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return [searchText, setSearchText];
}
