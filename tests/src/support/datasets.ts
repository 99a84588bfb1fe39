/** One dataset with one schema, and the service that has them. */
import type { World } from './console.tsx';
import { adasWorld, organization } from './people.ts';

const time = '2026-01-01T00:00:00Z';
export const dataset = {
  id: '6666666666666666666666',
  url: '/api/datasets/6666666666666666666666/',
  organization: organization.url,
  name: 'People',
  slug: 'people',
  description: 'Everybody who came',
  created: time,
};
export const schema = {
  id: '7777777777777777777777',
  url: '/api/schemas/7777777777777777777777/',
  dataset: dataset.url,
  name: 'Guests',
  slug: 'guests',
  description: '',
  schema: {
    type: 'object',
    properties: {
      role: { type: 'string', enum: ['fellow', 'guest'] },
      age: { type: 'integer', minimum: 1, maximum: 100 },
    },
    required: ['age'],
  },
  generation: 1,
  key_checks: null,
  earlier_key_checks: {},
  permissions: { can_search: true, can_upload: true, can_decrypt: true, can_share_keys: true },
  created: time,
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
