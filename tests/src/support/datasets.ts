/** One dataset with one schema, and a service that contains them. */
import type { World } from './console.tsx';
import { adasWorld, organization } from './people.ts';
import { dataset as visitors, schema as people } from './records.ts';

export const dataset = {
  ...visitors,
  id: '6666666666666666666666',
  url: '/api/datasets/6666666666666666666666/',
  organization: organization.url,
  name: 'People',
};
export const schema = {
  ...people,
  id: '7777777777777777777777',
  url: '/api/schemas/7777777777777777777777/',
  dataset: dataset.url,
  name: 'Guests',
};
/** Ada's organization with one dataset that has one schema. */
export const full: World = {
  ...adasWorld,
  'GET /api/datasets/': () => ({ body: [{ ...dataset, schema_count: 1 }] }),
  'GET /api/schemas/': () => ({ body: [schema] }),
  [`GET ${dataset.url}`]: () => ({ body: dataset }),
  [`GET ${schema.url}`]: () => ({ body: schema }),
};
/** The path of the dataset. */
export const at = `/datasets/${dataset.id}`;
