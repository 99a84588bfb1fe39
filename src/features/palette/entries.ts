/** The entries of the palette, and the search in them. Pure. */
import type { Dataset } from '@cloakroom/contract/datasets.ts';
import type { Organization } from '@cloakroom/contract/organizations.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { schemaPath } from '#src/shared/paths.ts';
import type { IconName } from '#src/ui/Icon.tsx';

export type PaletteEntry = {
  label: string;
  /** What it is, and where. */
  about: string;
  icon: IconName;
  /** The path that the entry opens, or the id of the organization to switch to. */
  target: { path: string } | { organization: string };
};

const page = (label: string, path: string, icon: IconName, about = 'Page'): PaletteEntry => ({
  label,
  about,
  icon,
  target: { path },
});

const pages: readonly PaletteEntry[] = [
  page('Datasets', '/datasets', 'dataset'),
  page('Upload a File', '/upload-file', 'upload', 'Action'),
  page('Account', '/account', 'settings'),
  page('Users', '/users', 'team'),
  page('API tokens of all members', '/users/tokens', 'key'),
  page('Profile', '/profile', 'user'),
  page('Identities', '/identities', 'key'),
  page('Requests', '/requests', 'inbox'),
  page('Materials', '/materials', 'unlock'),
  page('API Docs', '/api-docs', 'code'),
  page('Help', '/help', 'help'),
  page('Debug', '/debug', 'columns'),
  page('Logout', '/logout', 'logout', 'Action'),
];

type PaletteContent = {
  datasets: readonly Pick<Dataset, 'id' | 'name'>[];
  /** By dataset. */
  schemas: ReadonlyMap<string, readonly Pick<Schema, 'id' | 'name'>[]>;
  /** The user's other organizations. */
  organizations: readonly Pick<Organization, 'id' | 'name'>[];
};

/** All entries. Records come first, because they are visited most. */
export function entriesOf({ datasets, schemas, organizations }: PaletteContent): PaletteEntry[] {
  const schemasWithDataset = datasets.flatMap((dataset) =>
    (schemas.get(dataset.id) ?? []).map(({ id, name }) => {
      return { name, path: schemaPath(dataset.id, id), datasetName: dataset.name };
    }),
  );
  return [
    ...schemasWithDataset.map(({ name, path, datasetName }) =>
      page(name, `${path}/records`, 'table', `Records in ${datasetName}`),
    ),
    ...datasets.map(({ id, name }) => page(name, `/datasets/${id}`, 'hanger', 'Dataset')),
    ...schemasWithDataset.flatMap(({ name, path, datasetName }) => [
      page(name, path, 'schema', `Schema in ${datasetName}`),
      page(name, `${path}/permissions`, 'team', `Permissions in ${datasetName}`),
    ]),
    ...pages,
    ...organizations.map(({ id, name }): PaletteEntry => ({
      label: name,
      about: 'Switch organization',
      icon: 'building',
      target: { organization: id },
    })),
  ];
}

/** More entries are not shown; they can be found by typing more letters. */
const maxFound = 50;

/**
 * The entries that contain every word of the text in `label` or `about`, ignoring case. Entries whose label begins with
 * the text come first. For example, `zip per` finds "Zip codes, Permissions in Geography".
 */
export function findEntries(entries: readonly PaletteEntry[], text: string): PaletteEntry[] {
  const searchText = text.trim().toLowerCase();
  const words = searchText.split(/\s+/);
  const matching = entries.filter(({ label, about }) => {
    const all = `${label} ${about}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
  const begins = ({ label }: PaletteEntry) => label.toLowerCase().startsWith(searchText);
  return [...matching.filter(begins), ...matching.filter((entry) => !begins(entry))].slice(0, maxFound);
}
