/** Uploads: what was stored of each, by whom, and the deletion of one as a whole. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listQuery } from './list.ts';
import { Reference } from './reference.ts';
import { UploadId } from './segments.ts';

export const Upload = z.object({
  id: UploadId,
  url: z.string(),
  schema: z.string(),
  /** Records that are listed and searched. */
  records: z.number().int(),
  /** Deleted records whose rows the service still has to delete: the deletion is finished at 0. */
  removing: z.number().int(),
  /** The user who uploaded it. */
  owner: z.string(),
  /** Their e-mail address; null where there is no such user any more. */
  owner_email: z.string().nullable(),
  /** When its first segment was stored. */
  created: z.string(),
  /** Whether the proxy that answers has made it; absent where the service answers. */
  this_machine: z.boolean().optional(),
  /** The upload job of this machine, where the proxy still remembers it. */
  job_id: z.string().nullable().optional(),
});
export type Upload = z.infer<typeof Upload>;

const ofSchema = z.object({ schema: Reference });
const shared = { answeredBy: 'both', access: 'user' } as const;

export const listUploads = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/uploads/',
  summary: 'A schema’s uploads that hold records or are being deleted, newest first; for its data owners.',
  query: listQuery().extend(ofSchema.shape),
  reply: z.array(Upload),
});

export const getUpload = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/uploads/:id/',
  summary: 'One upload; a deleted one answers with no records and what is still to be removed.',
  query: ofSchema,
  reply: Upload,
});

export const deleteUpload = endpoint({
  method: 'DELETE',
  path: '/api/uploads/:id/',
  summary:
    'Delete every record of an upload. They are in no list, search or count from then on; the service deletes their rows in the background. Again: 204.',
  answeredBy: 'proxy',
  access: 'user',
  query: ofSchema,
  status: 204,
  reply: 'nothing',
});
