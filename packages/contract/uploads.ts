/** Uploads: listing them, and deleting all records of one. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listQuery } from './list.ts';
import { Reference, Url } from './reference.ts';
import { UploadId } from './segments.ts';

export const Upload = z.object({
  id: UploadId,
  url: Url,
  schema: Url,
  /** Records that are listed and searched. */
  records: z.number().int(),
  /** Deleted records whose rows the service has not removed yet; 0 once the deletion is complete. */
  removing: z.number().int(),
  /** The user who uploaded it. */
  owner: Url,
  /** Their e-mail address; null if the user no longer exists. */
  owner_email: z.string().nullable(),
  /** When its first segment was stored. */
  created: z.string(),
  /** Whether the answering proxy uploaded it; absent in answers of the service. */
  this_machine: z.boolean().optional(),
  /** The upload job on this machine, if the proxy still has it. */
  job_id: z.string().nullable().optional(),
});
export type Upload = z.infer<typeof Upload>;

const ofSchema = z.object({ schema: Reference });
const shared = { answeredBy: 'both', access: 'user' } as const;

export const listUploads = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/uploads/',
  tokenVerbs: ['write', 'delete'],
  summary: 'A schema’s uploads that hold records or are being deleted, newest first; for its data owners.',
  query: listQuery().extend(ofSchema.shape),
  reply: z.array(Upload),
});

export const getUpload = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/uploads/:id/',
  tokenVerbs: ['write', 'delete'],
  summary: 'One upload; a deleted one has no records, and `removing` counts what is still to be removed.',
  query: ofSchema,
  reply: Upload,
});

export const deleteUpload = endpoint({
  method: 'DELETE',
  path: '/api/uploads/:id/',
  tokenVerbs: ['delete'],
  summary:
    'Delete every record of an upload. They disappear from all lists, searches and counts; the service deletes their rows in the background. Repeating the call answers 204 too.',
  answeredBy: 'proxy',
  access: 'user',
  query: ofSchema,
  status: 204,
  reply: 'nothing',
});
