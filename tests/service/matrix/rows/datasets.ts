/** Datasets and schemas: seen by the organization, created and changed by its admins. */
import type { Schema } from '@cloakroom/contract/schemas.ts';
import type { Manifest } from '@cloakroom/contract/segments.ts';
import { newId } from '@cloakroom/service/newId.ts';
import { successor, testSegment } from '../../support/segments.ts';
import { checks, definition } from '../../support/world.ts';
import { administrators, creator, members, searchers } from '../actors.ts';
import { get, patch, post, put, remove, type Row } from '../row.ts';
import type { Matrix } from '../world.ts';

const dataset = (m: Matrix) => `/api/datasets/${m.dataset.id}/`;

/** Creates new schemas, and is their only data owner. */
const keeper = 'admin who is a data owner';
const keeperOnly = { may: (_: unknown, name: string) => name === keeper } as const;

/** Creates an empty schema as an admin, who becomes its data owner. */
async function newSchema({ call, people, dataset: { id } }: Matrix): Promise<Schema> {
  const body = { dataset: id, name: 'Fresh', schema: definition };
  return (await call(people[keeper], 'POST', '/api/schemas/', body)).json<Schema>();
}
/** The same with its first keys. */
async function keyedSchema(m: Matrix): Promise<Schema> {
  const schema = await newSchema(m);
  await m.call(m.people[keeper], 'PUT', `${schema.url}key-checks/`, { key_checks: checks });
  return schema;
}

const sealedView = { version: 1, generation: 1, sealed: 'AAAA' };
const read = { may: members, yes: 200 } as const;
const listed = { ...read, shows: (m: Matrix) => m.dataset.id } as const;
const schemas = { ...read, call: 'listSchemas', shows: (m: Matrix) => m.schema.id } as const;

// prettier-ignore
export const datasetRows: Row[] = [
  { ...listed, call: 'listDatasets', ask: () => get('/api/datasets/?limit=1000') },
  { ...listed, call: 'listDatasets', as: 'of an organization', ask: (m) => get(`/api/datasets/?organization=${m.organization}`) },
  { ...read, call: 'getDataset', ask: (m) => get(dataset(m)) },
  { ...read, call: 'getDatasetBySlug', ask: (m) => get(`/api/organizations/${m.organization}/dataset/people/`) },
  { call: 'createDataset', may: administrators, yes: 201, ask: ({ organization }) => post('/api/datasets/', { name: 'More', organization }) },
  { call: 'patchDataset', may: administrators, yes: 200, ask: (m) => patch(dataset(m), { description: 'Changed' }) },
  {
    call: 'deleteDataset',
    may: administrators,
    yes: 204,
    ask: async ({ call, people, organization }) => {
      const made = await call(people.owner, 'POST', '/api/datasets/', { name: 'Fresh', organization });
      return remove(made.json<{ url: string }>().url);
    },
  },
  { call: 'deleteDataset', as: 'that holds schemas', may: administrators, yes: 409, ask: (m) => remove(dataset(m)) },
  { ...schemas, ask: () => get('/api/schemas/?limit=1000') },
  { ...schemas, as: 'of a dataset', ask: (m) => get(`/api/schemas/?dataset=${m.dataset.id}&limit=1000`) },
  { ...schemas, as: 'of an organization', ask: (m) => get(`/api/schemas/?organization=${m.organization}&limit=1000`) },
  { ...read, call: 'getSchema', ask: (m) => get(m.schema.url) },
  { ...read, call: 'getSchemaBySlug', ask: (m) => get(`${dataset(m)}schema/train/`) },
  { call: 'createSchema', may: administrators, yes: 201, ask: (m) => post('/api/schemas/', { dataset: m.dataset.id, name: 'More', schema: definition }) },
  { call: 'patchSchema', may: administrators, yes: 200, ask: (m) => patch(m.schema.url, { description: 'Changed' }) },
  { ...read, call: 'checkDefinition', ask: (m) => post(`${m.schema.url}definition-check/`, { schema: definition }) },
  { call: 'putKeyChecks', may: creator, yes: 200, ask: (m) => put(`${m.schema.url}key-checks/`, { key_checks: checks }) },
  {
    ...keeperOnly,
    call: 'putKeyChecks',
    as: 'of new keys',
    yes: 200,
    ask: async (m) => {
      const { id, url } = await keyedSchema(m);
      const present = (await m.call(m.people[keeper], 'GET', `/api/manifests/${id}/`)).json<Manifest>();
      const manifest = { ...successor(present, []), generation: 2 };
      const key_checks = { ...checks, name: '3'.repeat(32) };
      return put(`${url}key-checks/`, { key_checks, generation: 2, manifest });
    },
  },
  { call: 'listSchemaRemovals', may: administrators, yes: 200, ask: (m) => get(`/api/organizations/${m.organization}/schema-removals/`) },
  { call: 'listSealedViews', may: searchers, yes: 200, ask: (m) => get(`${m.schema.url}sealed-views/`) },
  { call: 'putSealedView', may: searchers, yes: 200, ask: (m) => put(`${m.schema.url}sealed-views/${newId()}/`, sealedView) },
  {
    call: 'deleteView',
    may: administrators,
    yes: 204,
    ask: async (m) => {
      const id = newId();
      await m.call(m.people[keeper], 'PUT', `${m.schema.url}sealed-views/${id}/`, sealedView);
      return remove(`${m.schema.url}views/${id}/`);
    },
  },
  { call: 'deleteSchema', may: administrators, yes: 204, ask: async (m) => remove((await newSchema(m)).url) },
  { call: 'deleteSchema', as: 'that holds records', may: administrators, yes: 409, ask: (m) => remove(m.schema.url) },
  {
    ...keeperOnly,
    call: 'deleteSchema',
    as: 'with its records',
    yes: 204,
    ask: async (m) => {
      const { id, url } = await keyedSchema(m);
      const segment = testSegment({ records: 1 });
      await m.call(m.people[keeper], 'PUT', `/api/segments/${segment.id}/?schema=${id}`, segment.body);
      return remove(`${url}?records=true`);
    },
  },
];
