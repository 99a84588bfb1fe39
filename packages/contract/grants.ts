/** Grants: the keys of a schema that each of its teams may have. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listQuery } from './list.ts';
import { Reference } from './reference.ts';
import { Text } from './text.ts';

export const Grant = z.object({
  id: z.string(),
  url: z.string(),
  /** URLs. */
  teams: z.array(z.string()),
  schema: z.string(),
  /** The names of the keys, `__query` among them; null for every key. */
  field_names: z.record(z.string(), z.literal(true)).nullable(),
  can_share_keys: z.boolean(),
  can_create_records: z.boolean(),
});
export type Grant = z.infer<typeof Grant>;

const shared = { answeredBy: 'service', access: 'user' } as const;

export const listGrants = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/schemas/:id/grants/',
  summary: 'A schema’s grants, its data owners’ first.',
  query: listQuery().extend({ id: Reference.optional() }),
  reply: z.array(Grant),
});

export const patchGrant = endpoint({
  ...shared,
  answeredBy: 'both',
  method: 'PATCH',
  path: '/api/schemas/:id/grants/:grantId/',
  summary: 'Set the fields that the data requesters may decrypt; a reduction takes effect at once.',
  repeatable: true,
  body: z.strictObject({ field_names: z.record(Text, z.literal(true)) }),
  reply: Grant,
});
