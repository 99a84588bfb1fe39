/** What the palette can open, and which of it a text finds. Pure. */
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
  /** Where it leads; or the id of the organization to change to. */
  target: { path: string } | { organization: string };
};

const page = (label: string, path: string, icon: IconName, about = 'Page'): PaletteEntry => ({
  ...{ label, about, icon },
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

type Found = {
  datasets: readonly Pick<Dataset, 'id' | 'name'>[];
  /** By dataset. */
  schemas: ReadonlyMap<string, readonly Pick<Schema, 'id' | 'name'>[]>;
  /** The user's other organizations. */
  organizations: readonly Pick<Organization, 'id' | 'name'>[];
};

/** All entries: records first, as most visits go there. */
export function entriesOf({ datasets, schemas, organizations }: Found): PaletteEntry[] {
  const placed = datasets.flatMap((dataset) =>
    (schemas.get(dataset.id) ?? []).map(({ id, name }) => {
      return { name, path: schemaPath(dataset.id, id), place: dataset.name };
    }),
  );
  return [
    ...placed.map(({ name, path, place }) => page(name, `${path}/records`, 'table', `Records in ${place}`)),
    ...datasets.map(({ id, name }) => page(name, `/datasets/${id}`, 'hanger', 'Dataset')),
    ...placed.flatMap(({ name, path, place }) => [
      page(name, path, 'schema', `Schema in ${place}`),
      page(name, `${path}/permissions`, 'team', `Permissions in ${place}`),
    ]),
    ...pages,
    ...organizations.map(({ id, name }): PaletteEntry => ({
      ...{ label: name, about: 'Change the organization', icon: 'building' },
      target: { organization: id },
    })),
  ];
}

/** More are not shown: further letters find them. */
const maxFound = 50;

/**
 * The entries that have every word of a text in their label or in what they are, in any case. Those whose label begins with
 * the text come first: of `zip per`, first "Zip codes, Permissions in Geography".
 */
export function findEntries(entries: readonly PaletteEntry[], text: string): PaletteEntry[] {
  const wanted = text.trim().toLowerCase();
  const words = wanted.split(/\s+/);
  const matching = entries.filter(({ label, about }) => {
    const all = `${label} ${about}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
  const begins = ({ label }: PaletteEntry) => label.toLowerCase().startsWith(wanted);
  return [...matching.filter(begins), ...matching.filter((entry) => !begins(entry))].slice(0, maxFound);
}
