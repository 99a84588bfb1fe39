/** The export of records: all that match, as a stream of lines. */
import { z } from 'zod';
import { Export } from './audit.ts';
import { endpoint } from './endpoint.ts';
import { exampleIds } from './exampleIds.ts';
import { DecryptedRecord, Filter, maxFilters, schemaRequired, SealedRecord } from './records.ts';
import { Id } from './reference.ts';

/** A decrypted record of an export. Fields without a value are absent. A sealed record has an owner, which this type excludes. */
export const ExportedRecord = DecryptedRecord.omit({ empty: true })
  .required({ url: true })
  .extend({ owner: z.never().optional() });
export type ExportedRecord = z.infer<typeof ExportedRecord>;

export const exportRecords = endpoint({
  method: 'POST',
  path: '/api/records/export/',
  tokenVerbs: ['read'],
  summary:
    'All records that match every filter, in upload order, one in each line (NDJSON): decrypted, or sealed with `decrypt: false`. The export is recorded in the audit log before the first line. An answer that ends early is cut off by its connection; `after` continues it.',
  answeredBy: 'proxy',
  access: 'user',
  body: z.strictObject({
    schema: schemaRequired,
    filters: z.array(Filter).max(maxFilters).default([]),
    decrypt: z.boolean().default(true),
    /** Name damaged values and leave damaged sealed records out, instead of ending the export. */
    partial: z.boolean().default(false),
    /** The format of the file that the lines become, for the audit log. */
    format: Export.shape.format.default('ndjson'),
    /** Only the records after this one. 409 if its position is no longer known. */
    after: Id.optional(),
  }),
  example: { schema: exampleIds.schema, filters: [{ label: 'age', value: '>=40' }] },
  reply: 'bytes',
  replyHeaders: {
    'X-Total-Count': { description: 'How many records match.', schema: z.number().int(), always: true },
  },
  refusals: { 409: 'The record to continue after was deleted, and its position is no longer known.' },
  line: z.union([ExportedRecord, SealedRecord]),
});
