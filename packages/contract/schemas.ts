/** Schemas: the fields of a dataset's records, and what the caller may do with them. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { exampleIds } from './exampleIds.ts';
import { JsonSchema, NewJsonSchema } from './fields.ts';
import { listQuery } from './list.ts';
import { Reference, Url } from './reference.ts';
import { Slug, Text } from './text.ts';
import { anyVerb } from './tokenVerbs.ts';

/** The number of a schema's set of keys: 1, 2, … */
export const Generation = z.number().int().min(1);

/** A 16-byte commitment to a key, as 32 hex characters. */
const KeyCheck = z.string().regex(/^[0-9a-f]{32}$/, 'is not a key check');

/** For `__query` and each field: a commitment by which a proxy recognises the right key. */
export const KeyChecks = z.record(z.string(), KeyCheck);
export type KeyChecks = z.infer<typeof KeyChecks>;

/** What the caller may do with a schema's records. Keys are needed in addition. */
export const Permissions = z.object({
  can_search: z.boolean(),
  can_upload: z.boolean(),
  /** True for every field, or the names of the fields that a grant opens. */
  can_decrypt: z.union([z.boolean(), z.array(z.string())]),
  can_share_keys: z.boolean(),
});
export type Permissions = z.infer<typeof Permissions>;

/** Whether a person may delete records and have groups resealed. Both need the right to store records and to read every field. */
export const mayChangeRecords = ({
  can_upload,
  can_decrypt,
}: Pick<Permissions, 'can_upload' | 'can_decrypt'>): boolean => can_upload && can_decrypt === true;

/** The fields whose sealed values the service withholds from a person: those that they may not decrypt. */
export const withheldFields = (
  { can_decrypt }: Pick<Permissions, 'can_decrypt'>,
  fields: readonly string[],
): string[] =>
  can_decrypt === true ? [] : fields.filter((name) => can_decrypt === false || !can_decrypt.includes(name));

export const Schema = z.object({
  id: z.string(),
  url: Url,
  dataset: Url,
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  schema: JsonSchema,
  /** The generation of its newest keys, which seal new records. */
  generation: Generation,
  /** Key checks of the newest generation. */
  key_checks: KeyChecks.nullable(),
  /**
   * Key checks of earlier generations. While those of an empty schema are missing because it got other fields, also those
   * of its keys that stay, under its generation.
   */
  earlier_key_checks: z.record(z.string().regex(/^[1-9][0-9]*$/), KeyChecks),
  permissions: Permissions,
  /** The user who created it, with whose keyring its first keys were made. */
  creator: Url.optional(),
  /** The user with whose keyring its newest keys were made. */
  keys_by: Url.optional(),
  created: z.string(),
});
export type Schema = z.infer<typeof Schema>;

/** A schema in a list. Its definition is not validated, so that an invalid one leaves the others readable. */
export const ListedSchema = Schema.extend({ schema: z.looseObject({}) });
export type ListedSchema = z.infer<typeof ListedSchema>;

export const SchemaName = Text.trim().min(1, 'A name is required.').max(127);
export const SchemaDescription = Text.trim().max(255);
const shared = { answeredBy: 'service', access: 'user' } as const;

export const listSchemas = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/schemas/',
  tokenVerbs: anyVerb,
  summary: 'The schemas of your datasets.',
  query: listQuery().extend({
    id: Reference.optional(),
    dataset: Reference.optional(),
    organization: Reference.optional(),
    name: Text.optional(),
    slug: Text.optional(),
  }),
  reply: z.array(ListedSchema),
});

export const createSchema = endpoint({
  ...shared,
  answeredBy: 'both',
  method: 'POST',
  path: '/api/schemas/',
  summary: 'Create a schema with its three teams; through the proxy its key checks are stored too.',
  repeatable: true,
  body: z.strictObject({
    dataset: Reference,
    name: SchemaName,
    /** Derived from the name by default. */
    slug: Slug.optional(),
    description: SchemaDescription.default(''),
    schema: NewJsonSchema,
  }),
  example: {
    dataset: exampleIds.dataset,
    name: 'People',
    schema: {
      type: 'object',
      properties: { name: { type: 'string' }, age: { type: 'integer', minimum: 0, maximum: 150 } },
      required: ['name'],
    },
  },
  status: 201,
  reply: Schema,
});

export const getSchema = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/schemas/:id/',
  tokenVerbs: anyVerb,
  summary: 'One schema.',
  reply: Schema,
});

/** Published records by the way they are sealed. Earlier versions sealed each value by itself. */
export const RecordForms = z.object({ in_groups: z.number().int(), one_by_one: z.number().int() });
export type RecordForms = z.infer<typeof RecordForms>;

export const countRecordForms = endpoint({
  method: 'GET',
  path: '/api/schemas/:id/record-forms/',
  summary:
    'How many of a schema’s records are sealed in groups, and how many one by one, by an earlier version. A data owner’s proxy seals these in groups.',
  answeredBy: 'proxy',
  access: 'user',
  reply: RecordForms,
});

export const getSchemaBySlug = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/datasets/:id/schema/:slug/',
  tokenVerbs: anyVerb,
  summary: 'One schema, by its slug.',
  reply: Schema,
});

export const rotateKeys = endpoint({
  method: 'POST',
  path: '/api/schemas/:id/rotate/',
  summary:
    'Begin a new generation of a schema’s keys, derived from the caller’s seed; all other people have to receive them. Stored records are not changed.',
  answeredBy: 'proxy',
  access: 'user',
  reply: Schema,
});

export const deleteSchema = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/api/schemas/:id/',
  summary:
    'Delete a schema that holds no records, or, for admins who are data owners too, with all it holds.',
  query: z.object({
    records: z.literal('true').optional().describe('Delete the schema with all records that it holds.'),
  }),
  status: 204,
  reply: 'nothing',
});

export const decryptSchema = endpoint({
  method: 'POST',
  path: '/api/schemas/decrypt/',
  tokenVerbs: ['read'],
  summary: 'The names, types and bounds of a schema’s fields, if the caller’s keys match.',
  answeredBy: 'proxy',
  access: 'user',
  body: z.looseObject({ id: z.string().optional(), url: z.string().optional() }),
  reply: Schema,
});
