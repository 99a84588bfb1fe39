/** Datasets and schemas: seen by the organization, made and changed by its admins. */
import type { Schema } from '@cloakroom/contract/schemas.ts';
import type { Manifest } from '@cloakroom/contract/segments.ts';
import { successor, testSegment } from '../../support/segments.ts';
import { checks, definition } from '../../support/world.ts';
import { administrators, creator, members } from '../actors.ts';
import type { Row } from '../row.ts';
import type { Matrix } from '../world.ts';

const dataset = (m: Matrix) => `/api/datasets/${m.dataset.id}/`;

/** Makes fresh schemas, and is their only data owner. */
const keeper = 'admin who is a data owner';

/** A schema that holds nothing, made by an admin who is its data owner from then on. */
async function freshSchema({ call, people, dataset: { id } }: Matrix): Promise<Schema> {
  const body = { dataset: id, name: 'Fresh', schema: definition };
  return (await call(people[keeper], 'POST', '/api/schemas/', body)).json<Schema>();
}

export const datasetRows: Row[] = [
  {
    call: 'listDatasets',
    may: members,
    yes: 200,
    shows: (m) => m.dataset.id,
    ask: () => ({ method: 'GET', url: '/api/datasets/?limit=1000' }),
  },
  {
    call: 'listDatasets',
    as: 'of an organization',
    may: members,
    yes: 200,
    shows: (m) => m.dataset.id,
    ask: ({ organization }) => ({ method: 'GET', url: `/api/datasets/?organization=${organization}` }),
  },
  { call: 'getDataset', may: members, yes: 200, ask: (m) => ({ method: 'GET', url: dataset(m) }) },
  {
    call: 'getDatasetBySlug',
    may: members,
    yes: 200,
    ask: ({ organization }) => ({ method: 'GET', url: `/api/organizations/${organization}/dataset/people/` }),
  },
  {
    call: 'createDataset',
    may: administrators,
    yes: 201,
    ask: ({ organization }) => ({
      method: 'POST',
      url: '/api/datasets/',
      body: { name: 'More', organization },
    }),
  },
  {
    call: 'patchDataset',
    may: administrators,
    yes: 200,
    ask: (m) => ({ method: 'PATCH', url: dataset(m), body: { description: 'Anew' } }),
  },
  {
    call: 'deleteDataset',
    may: administrators,
    yes: 204,
    ask: async ({ call, people, organization }) => {
      const body = { name: 'Fresh', organization };
      const made = await call(people.owner, 'POST', '/api/datasets/', body);
      return { method: 'DELETE', url: made.json<{ url: string }>().url };
    },
  },
  {
    call: 'deleteDataset',
    as: 'that holds schemas',
    may: administrators,
    yes: 409,
    ask: (m) => ({ method: 'DELETE', url: dataset(m) }),
  },
  {
    call: 'listSchemas',
    may: members,
    yes: 200,
    shows: (m) => m.schema.id,
    ask: () => ({ method: 'GET', url: '/api/schemas/?limit=1000' }),
  },
  {
    call: 'listSchemas',
    as: 'of a dataset',
    may: members,
    yes: 200,
    shows: (m) => m.schema.id,
    ask: (m) => ({ method: 'GET', url: `/api/schemas/?dataset=${m.dataset.id}&limit=1000` }),
  },
  {
    call: 'listSchemas',
    as: 'of an organization',
    may: members,
    yes: 200,
    shows: (m) => m.schema.id,
    ask: (m) => ({ method: 'GET', url: `/api/schemas/?organization=${m.organization}&limit=1000` }),
  },
  { call: 'getSchema', may: members, yes: 200, ask: (m) => ({ method: 'GET', url: m.schema.url }) },
  {
    call: 'getSchemaBySlug',
    may: members,
    yes: 200,
    ask: (m) => ({ method: 'GET', url: `${dataset(m)}schema/train/` }),
  },
  {
    call: 'createSchema',
    may: administrators,
    yes: 201,
    ask: (m) => ({
      method: 'POST',
      url: '/api/schemas/',
      body: { dataset: m.dataset.id, name: 'More', schema: definition },
    }),
  },
  {
    call: 'patchSchema',
    may: administrators,
    yes: 200,
    ask: (m) => ({ method: 'PATCH', url: m.schema.url, body: { description: 'Anew' } }),
  },
  {
    call: 'putKeyChecks',
    may: creator,
    yes: 200,
    ask: (m) => ({ method: 'PUT', url: `${m.schema.url}key-checks/`, body: { key_checks: checks } }),
  },
  {
    call: 'putKeyChecks',
    as: 'of new keys',
    // On the fresh schema’s team of data owners.
    may: (_, name) => name === keeper,
    yes: 200,
    ask: async (m) => {
      const { id, url } = await freshSchema(m);
      await m.call(m.people[keeper], 'PUT', `${url}key-checks/`, { key_checks: checks });
      const present = (await m.call(m.people[keeper], 'GET', `/api/manifests/${id}/`)).json<Manifest>();
      const manifest = { ...successor(present, []), generation: 2 };
      const key_checks = { ...checks, name: '3'.repeat(32) };
      return { method: 'PUT', url: `${url}key-checks/`, body: { key_checks, generation: 2, manifest } };
    },
  },
  {
    call: 'deleteSchema',
    may: administrators,
    yes: 204,
    ask: async (m) => ({ method: 'DELETE', url: (await freshSchema(m)).url }),
  },
  {
    call: 'deleteSchema',
    as: 'that holds records',
    may: administrators,
    yes: 409,
    ask: (m) => ({ method: 'DELETE', url: m.schema.url }),
  },
  {
    call: 'deleteSchema',
    as: 'with its records',
    // On the fresh schema’s team of data owners.
    may: (_, name) => name === keeper,
    yes: 204,
    ask: async (m) => {
      const { id, url } = await freshSchema(m);
      await m.call(m.people[keeper], 'PUT', `${url}key-checks/`, { key_checks: checks });
      const segment = testSegment({ records: 1 });
      const place = `/api/segments/${segment.id}/?schema=${id}`;
      await m.call(m.people[keeper], 'PUT', place, segment.body);
      return { method: 'DELETE', url: `${url}?records=true` };
    },
  },
];
