/** A schema of people and its records, sealed and decrypted. */
import type { Schema } from '@cloakroom/contract/schemas.ts';

export const schemaId = '2222222222222222222222';
export const datasetId = '3333333333333333333333';

export const schema: Schema = {
  id: schemaId,
  url: `/api/schemas/${schemaId}/`,
  dataset: `/api/datasets/${datasetId}/`,
  name: 'People',
  slug: 'people',
  description: 'Who came',
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      team: { type: 'string', enum: ['red', 'blue'] },
      age: { type: 'integer', minimum: 0, maximum: 120 },
    },
    required: ['name'],
  },
  generation: 1,
  key_checks: {},
  earlier_key_checks: {},
  permissions: { can_search: true, can_upload: true, can_decrypt: true, can_share_keys: true },
  created: '2026-01-01T00:00:00Z',
};

export const dataset = {
  id: datasetId,
  url: schema.dataset,
  organization: '/api/organizations/4444444444444444444444/',
  name: 'Visitors',
  slug: 'visitors',
  description: '',
  created: '2026-01-01T00:00:00Z',
};

const people = [
  { name: 'Ada Lovelace', team: 'red', age: 36 },
  { name: 'Grace Hopper', team: 'blue', age: 85 },
  { name: 'Mary Somerville', age: 91 },
];

const envelope = `v1.${'H0ab'.repeat(20)}`;
export const sealed = people.map((person, number) => ({
  id: `record${number}`,
  url: `/api/records/record${number}/`,
  schema: schema.url,
  owner: '/api/users/5555555555555555555555/',
  data: Object.fromEntries(Object.keys(person).map((name) => [name, envelope])),
  created: '2026-01-01T00:00:00Z',
}));
export const opened = people.map((data, number) => ({ id: `record${number}`, schema: schema.url, data }));
