/** Changing a record: its values are replaced, its id stays. */
import { z } from 'zod';
import { endpoint, type Headers } from './endpoint.ts';
import { jobIdReplyHeader, PlainValue, recordTagHeader, SealedRecord } from './records.ts';
import { Reference } from './reference.ts';

/** Restricts a change to versions of the record that the caller has seen. */
export const ifMatchHeader = 'If-Match';

const ifMatch: Headers = {
  [ifMatchHeader]: {
    description: 'The `ETag` of the version to change, or several. Another version is answered 412.',
    schema: z.string(),
  },
};

/** The new values. Other members, such as those of a decrypted record, are ignored. */
const NewValues = z.looseObject({
  data: z.record(z.string(), PlainValue),
  schema: Reference.optional(),
});

const change = {
  path: '/api/records/:id/',
  tokenVerbs: ['write'],
  answeredBy: 'proxy',
  access: 'user',
  repeatable: true,
  body: NewValues,
  requestHeaders: ifMatch,
  reply: SealedRecord,
  replyHeaders: { ...recordTagHeader, ...jobIdReplyHeader },
  refusals: { 412: 'The record has another version than `If-Match` names.' },
} as const;

export const replaceRecord = endpoint({
  ...change,
  method: 'PUT',
  summary: 'Replace all values of a record. Its id stays; searches find the new values at once.',
  example: { data: { name: 'Ada', age: 37 } },
});

export const updateRecord = endpoint({
  ...change,
  method: 'PATCH',
  summary:
    'Change some values of a record: fields that are not named keep theirs, null removes one. An API token needs `read` as well.',
  example: { data: { age: 37 } },
});
