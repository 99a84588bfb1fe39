/** Grants: the keys of a schema that each of its teams may have. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listQuery } from './list.ts';
import { Reference, Url } from './reference.ts';
import { Text } from './text.ts';

/** Grants of one schema. */
export const maxGrantsPerSchema = 100;

/** The names of the keys, `__query` among them; null for every key. */
export const GrantedKeys = z.record(Text, z.literal(true)).nullable();

export const Grant = z.object({
  id: z.string(),
  url: Url,
  teams: z.array(Url),
  schema: Url,
  /** The names of the keys, `__query` among them, whose values the members may read; null for every key. */
  field_names: z.record(z.string(), z.literal(true)).nullable(),
  can_share_keys: z.boolean(),
  /** Members may store records. Sealing takes every key, so they receive every key, whatever they may read. */
  can_create_records: z.boolean(),
});
export type Grant = z.infer<typeof Grant>;

/** The names of the keys that the members of a grant receive; null for every key. Sealing takes every key. */
export const keysOfGrant = ({
  field_names,
  can_create_records,
}: Pick<Grant, 'field_names' | 'can_create_records'>): string[] | null =>
  field_names === null || can_create_records ? null : Object.keys(field_names);

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
  summary: 'Set the fields that a team may decrypt; a reduction takes effect at once.',
  repeatable: true,
  body: z.strictObject({ field_names: z.record(Text, z.literal(true)) }),
  reply: Grant,
});

export const listAllGrants = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/grants/',
  summary: 'The grants of the schemas of your organizations.',
  query: listQuery().extend({
    id: Reference.optional(),
    schema: Reference.optional(),
    team: Reference.optional(),
  }),
  reply: z.array(Grant),
});

export const createGrant = endpoint({
  ...shared,
  answeredBy: 'both',
  method: 'POST',
  path: '/api/grants/',
  summary: 'Give a team an additional grant; through an owner’s proxy it is signed.',
  repeatable: true,
  body: z.strictObject({
    team: Reference,
    /** The team’s schema. */
    schema: Reference.optional(),
    field_names: GrantedKeys,
    /** Only with every key. */
    can_share_keys: z.boolean().default(false),
    can_create_records: z.boolean().default(false),
  }),
  status: 201,
  reply: Grant,
});

export const getGrant = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/grants/:id/',
  summary: 'One grant.',
  reply: Grant,
});

export const changeGrant = endpoint({
  ...shared,
  answeredBy: 'both',
  method: 'PATCH',
  path: '/api/grants/:id/',
  summary: 'Set what the members of a grant’s team may read and store; a reduction takes effect at once.',
  repeatable: true,
  body: z
    .strictObject({
      field_names: z.record(Text, z.literal(true)).optional(),
      can_create_records: z.boolean().optional(),
    })
    .refine(
      ({ field_names, can_create_records }) => field_names !== undefined || can_create_records !== undefined,
      'There is nothing to change.',
    ),
  reply: Grant,
});

export const deleteGrant = endpoint({
  ...shared,
  answeredBy: 'both',
  method: 'DELETE',
  path: '/api/grants/:id/',
  summary: 'Delete a grant. The data owners’ grant and the last grant of a built-in team can’t be deleted.',
  status: 204,
  reply: 'nothing',
});
