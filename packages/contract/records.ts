/** Records: sealed rows. Only a proxy searches, decrypts, stores and deletes them. */
import { z } from 'zod';
import { endpoint, type Headers } from './endpoint.ts';
import { exampleIds } from './exampleIds.ts';
import { listQuery, pageHeaders, unreadableHeader } from './list.ts';
import { Id, idIn, Reference, Url } from './reference.ts';

/** A record as the service stores it: each value is an envelope. */
export const SealedRecord = z.object({
  id: z.string(),
  url: Url,
  schema: Url,
  /** The user who uploaded it. */
  owner: Url,
  data: z.record(z.string(), z.string()),
  /** Authenticates which fields have values: 16 bytes in hex. Records of earlier versions have none. */
  field_set: z.string().optional(),
  created: z.string(),
  /** Where a changed record is stored; `If-Match` takes it. The version of a record that was never changed is its id. */
  version: Id.optional(),
});
export type SealedRecord = z.infer<typeof SealedRecord>;

/** The upload job that an answer is about. */
export const jobIdHeader = 'X-Job-ID';

/** The entity tag of a record: its version. `If-Match` takes it, so that a change by another program is not overwritten. */
export const recordTag = ({ id, version = id }: Pick<SealedRecord, 'id' | 'version'>): string =>
  `"${version}"`;

/** The header with {@link recordTag}. */
export const recordTagHeader: Headers = {
  ETag: { description: 'The version of the record.', schema: z.string(), always: true },
};

/** Counts damaged records, in answers to calls with `partial`. */
export const unreadableHeaders: Headers = {
  [unreadableHeader]: {
    description: 'How many records are left out or incomplete, because their stored data is damaged.',
    schema: z.number().int().min(1),
  },
};

/** The query string of a search without its filters, with which its pages and their count are requested. */
export const searchQueryHeader = 'X-Query';

export const recordLimits = { page: 1000, ingest: 100, decrypt: 1000, delete: 100 };

/** How many records the console and the command line read or decrypt with one call: values may be long. */
export const recordBatch = 100;

const Schema = Reference.or(z.literal('').transform(() => '')).refine(
  (id) => id !== '',
  'No schema provided',
);
export const schemaRequired = z
  .string({ error: 'No schema provided' })
  .min(1, 'No schema provided')
  .pipe(Schema);
const flag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((value) => value === 'true');
const partialFlag = flag.describe('Answer from what can be read; `X-Unreadable-Records` counts the rest.');

export const RecordQuery = listQuery(recordLimits.page).extend({
  schema: schemaRequired,
  count_only: flag.describe('Answer the number of records alone.'),
  skip_count: flag.describe('Don’t count the records: the answer has no `X-Total-Count`.'),
  partial: partialFlag,
  query: z.string().optional().describe('The search that `X-Query` names. Only the proxy knows it.'),
});

export const listRecords = endpoint({
  method: 'GET',
  path: '/api/records/',
  tokenVerbs: ['read'],
  summary: 'A schema’s sealed records in upload order; with count_only, just their number.',
  answeredBy: 'both',
  access: 'user',
  query: RecordQuery,
  reply: z.union([z.array(SealedRecord), z.object({ count: z.number() })]),
  replyHeaders: unreadableHeaders,
});

export const getRecord = endpoint({
  method: 'GET',
  path: '/api/records/:id/',
  tokenVerbs: ['read', 'write', 'delete'],
  summary: 'One sealed record.',
  answeredBy: 'service',
  access: 'user',
  reply: SealedRecord,
  replyHeaders: recordTagHeader,
});

const ids = z.union([z.string(), z.array(z.string())]).transform((idOrIds) => [idOrIds].flat());

export const deleteRecords = endpoint({
  method: 'DELETE',
  path: '/api/records/',
  tokenVerbs: ['delete'],
  summary: 'Delete records of one schema, all of them or none; `id` may be given many times.',
  answeredBy: 'proxy',
  access: 'user',
  query: z.object({
    id: ids
      .pipe(
        z
          .array(Id)
          .min(1, 'Name at least one record.')
          .max(recordLimits.delete, `Name at most ${recordLimits.delete} records.`),
      )
      .describe('The id of a record; may be given many times.'),
    schema: Reference.optional().describe(
      'Their schema. Without it the service has to be asked, which cannot answer for a record whose stored copy is lost.',
    ),
  }),
  status: 204,
  reply: 'nothing',
});

export const deleteRecord = endpoint({
  method: 'DELETE',
  path: '/api/records/:id/',
  tokenVerbs: ['delete'],
  summary: 'Delete one record.',
  answeredBy: 'proxy',
  access: 'user',
  status: 204,
  reply: 'nothing',
});

export const operators = ['=', '>', '<', '>=', '<=', 'between'] as const;
export type Operator = (typeof operators)[number];

/** Reads the value of a filter of a number without an operator: `5`, `=5`, `>5`, `>=5`, `<5`, `<=5` or `1~9`. */
export function readShortFilter(text: string): { operator: Operator; value: string; value2: string } {
  const [from, to, ...more] = text.split('~');
  if (to !== undefined && more.length === 0) return { operator: 'between', value: from!, value2: to };
  const [, operator = '=', value = text] = /^\s*(>=|<=|=|>|<)(.*)$/s.exec(text) ?? [];
  return { operator: operator as Operator, value, value2: '' };
}

const FilterValue = z.union([z.string().max(65_536), z.number().transform(String)]);

/** One filter: `value` alone in the short form (`5`, `>5`, `1~9`, `count(>5)`), or with an operator. */
export const Filter = z.strictObject({
  label: z.string().min(1),
  value: FilterValue,
  operator: z.enum(operators).optional(),
  value2: FilterValue.optional(),
});
export type Filter = z.infer<typeof Filter>;

/** Filters of one search. */
export const maxFilters = 200;

export const SearchBody = z.strictObject({
  schema: schemaRequired,
  filters: z.array(Filter).max(maxFilters).default([]),
  /** A number field to order the whole result by; a leading minus means from the greatest down. */
  order_by: z.string().optional(),
  /** Answer from what can be read; {@link unreadableHeader} counts the rest. */
  partial: z.boolean().default(false),
  ...listQuery(recordLimits.page).shape,
});
export type SearchBody = z.infer<typeof SearchBody>;

const Aggregate = z.object({ data: z.object({ value: z.union([z.number(), z.string(), z.null()]) }) });

export const searchRecords = endpoint({
  method: 'POST',
  path: '/api/records/search/',
  tokenVerbs: ['read'],
  summary: 'Sealed records that match every filter, in upload order; or one aggregate over them.',
  answeredBy: 'proxy',
  access: 'user',
  body: SearchBody,
  example: {
    schema: exampleIds.schema,
    filters: [{ label: 'age', value: '>=40' }],
    order_by: '-age',
    limit: 100,
  },
  reply: z.array(z.union([SealedRecord, Aggregate])),
  replyHeaders: {
    ...pageHeaders(true),
    ...unreadableHeaders,
    [searchQueryHeader]: {
      description: 'A query string for `GET /api/records/`, which lists or counts the same records.',
      schema: z.string(),
      always: true,
    },
  },
});

/** A record to decrypt, named by its id or its URL. Other members are ignored. */
const SealedInput = z
  .looseObject({
    id: z.string().optional(),
    url: z.string().optional(),
    schema: z.string(),
    data: z.record(z.string(), z.string()),
    field_set: z.string().optional(),
    /** The names of all fields with values, if `data` has only some of them. */
    fields: z.array(z.string()).max(200).optional(),
  })
  .refine(({ id, url }) => id !== undefined || url !== undefined, 'A record needs its "id" or its "url".')
  .transform(({ id, url = '', ...record }) => ({ ...record, id: id ?? idIn(url), url: url || undefined }));

export const DecryptedRecord = z.object({
  id: z.string(),
  /** The URL of the request. */
  url: z.string().optional(),
  schema: z.string(),
  data: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Fields whose stored values are lost or damaged. Their values are left out. */
  damaged: z.array(z.string()).optional(),
  /** Fields without a value, of a record whose sealed form has something for every field. */
  empty: z.array(z.string()).optional(),
  /** Fields that this keyring could decrypt but the caller may not read, as the service says. They are left out. */
  withheld: z.array(z.string()).optional(),
});
export type DecryptedRecord = z.infer<typeof DecryptedRecord>;

export const decryptRecords = endpoint({
  method: 'POST',
  path: '/api/records/decrypt/',
  tokenVerbs: ['read'],
  summary:
    'The same records, decrypted, in the same order. 422 when a value is damaged; with `partial` its field is named instead.',
  answeredBy: 'proxy',
  access: 'user',
  query: z.object({ partial: partialFlag }),
  body: z.array(SealedInput).max(recordLimits.decrypt),
  reply: z.array(DecryptedRecord),
  replyHeaders: unreadableHeaders,
});

export const canDecrypt = endpoint({
  method: 'POST',
  path: '/api/records/can-decrypt/',
  tokenVerbs: ['read'],
  summary: 'Whether the caller may decrypt records like this one, and this proxy has the keys.',
  answeredBy: 'proxy',
  access: 'user',
  body: z.union([
    SealedInput,
    z
      .array(SealedInput)
      .length(1)
      .transform(([first]) => first),
  ]),
  reply: z.object({ can_decrypt: z.boolean() }),
});

export const PlainValue = z.union([z.string(), z.number(), z.null()]);

/** The header with the id of the job that stored an answer's records. */
export const jobIdReplyHeader = {
  [jobIdHeader]: { description: 'The id of the upload job.', schema: z.uuid(), always: true },
} as const;

const PlainRecord = z.looseObject({ data: z.record(z.string(), PlainValue), schema: Reference });

export const createRecords = endpoint({
  method: 'POST',
  path: '/api/records/',
  tokenVerbs: ['write'],
  summary:
    'Seal and store one plain record, or a list of at most 100 of one schema. The answer is the sealed record, or a list of them.',
  answeredBy: 'proxy',
  access: 'user',
  repeatable: true,
  body: z.union([PlainRecord, z.array(PlainRecord)]),
  example: { schema: exampleIds.schema, data: { name: 'Ada', age: 36 } },
  status: 201,
  reply: z.union([SealedRecord, z.array(SealedRecord)]),
  replyHeaders: jobIdReplyHeader,
  refusals: { 413: `More than ${recordLimits.ingest} records.` },
});

export const ingestRecords = endpoint({
  method: 'POST',
  path: '/api/records/ingest/',
  tokenVerbs: ['write'],
  summary: 'Seal and store at most 100 plain records at once.',
  answeredBy: 'proxy',
  access: 'user',
  body: z.array(PlainRecord),
  example: [{ schema: exampleIds.schema, data: { name: 'Ada', age: 36 } }],
  reply: z.array(SealedRecord),
  replyHeaders: jobIdReplyHeader,
  refusals: { 413: `More than ${recordLimits.ingest} records.` },
});
