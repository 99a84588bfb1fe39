/** The schema of the files. */
import { JsonSchema } from '@cloakroom/contract/fields.ts';

export const countries = [
  'Chile',
  'Ελλάδα',
  'Ghana',
  'India',
  'Kenya',
  'México',
  'Norge',
  'Österreich',
  'Россия',
  '日本',
];

export const definition = JsonSchema.parse({
  type: 'object',
  properties: {
    member: { type: 'string' },
    name: { type: 'string' },
    email: { type: 'string' },
    city: { type: 'string' },
    country: { type: 'string', enum: countries },
    plan: { type: 'string', enum: ['free', 'basic', 'plus'] },
    born: { type: 'integer', minimum: 1900, maximum: 2030 },
    height: { type: 'number', minimum: 0, maximum: 3, precision: 2 },
    balance: { type: 'number', minimum: -1_000_000, maximum: 1_000_000, precision: 2 },
    note: { type: 'string' },
  },
  required: ['member', 'name', 'country', 'plan', 'born', 'height', 'balance'],
});
