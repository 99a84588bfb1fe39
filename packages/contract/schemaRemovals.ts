/** Removals of schemas: deleted schemas whose records the service has not removed completely yet. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Url } from './reference.ts';

export const SchemaRemoval = z.object({
  /** The id of the deleted schema. */
  id: z.string(),
  organization: Url,
  /** The dataset that had the schema. It may be deleted too. */
  dataset: Url,
  name: z.string(),
  /** How many records the schema had. 0 if all of them belonged to unfinished uploads. */
  records: z.number().int(),
  /** How much of it is still stored: 1 at the beginning, 0 at the end, when the index of the records is removed. */
  remaining: z.number().min(0).max(1),
  /** When the schema was deleted. */
  since: z.string(),
});
export type SchemaRemoval = z.infer<typeof SchemaRemoval>;

export const listSchemaRemovals = endpoint({
  method: 'GET',
  path: '/api/organizations/:id/schema-removals/',
  summary:
    'The deleted schemas of an organization whose records are still being removed, the oldest first; for its admins.',
  answeredBy: 'service',
  access: 'user',
  reply: z.array(SchemaRemoval),
});
