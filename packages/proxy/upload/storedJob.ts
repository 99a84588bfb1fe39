/** The stored state of a job: enough to finish it after a crash, and nothing of the data. */
import { z } from 'zod';
import { defaultBatchSize, type Job } from '@cloakroom/contract/jobs.ts';
import { urlOf } from '@cloakroom/contract/reference.ts';
import { SegmentEntry } from '@cloakroom/contract/segments.ts';
import { StartupError } from '@cloakroom/server-kit/startupError.ts';
import { Replacement } from './replacement.ts';

/** A file of an unknown format. It is not damaged, and is not changed. */
export class UnknownFormat extends StartupError {}

/** A stored file, and the formats of it that this version reads. */
type Format = { what: string; oldest: number; newest: number };

/**
 * Checks the format of a file.
 * @returns that format.
 * @throws {UnknownFormat} with both formats in the message.
 */
export function requireFormat({ what, oldest, newest }: Format, found: number): number {
  if (found >= oldest && found <= newest) return found;
  const readable = oldest === newest ? `format ${newest}` : `formats ${oldest} to ${newest}`;
  throw new UnknownFormat(
    `This data folder was written by ${found > newest ? 'a newer' : 'an older'} version of Cloakroom: format ${found} of ` +
      `${what}; this version reads ${readable}. Nothing was changed. Start that version again to go on.`,
  );
}

const Digest = z.string().regex(/^[0-9a-f]{64}$/);

/** One segment: its entry for the manifest, and its length in bytes. */
export const SpooledSegment = z.object({
  entry: SegmentEntry,
  bytes: z.number().int(),
  /** SHA-256 of its two files. Jobs of earlier versions have none. */
  digests: z.tuple([Digest, Digest]).optional(),
});
export type SpooledSegment = z.infer<typeof SpooledSegment>;

/** The names of a segment's two files in its job's folder; concatenated, they are the body for the service. */
export const segmentFiles = (segment: string): [head: string, records: string] => [
  `${segment}.head`,
  `${segment}.records`,
];

/** The version of the format that is written. Version 1 had neither this number nor any of the fields that name version 2. */
export const storedJobVersion = 2;
/** The version of a job that replaces a record: programs that know version 2 alone would add a record. */
export const replacingJobVersion = 3;

const format = { what: 'job.json', oldest: 1, newest: replacingJobVersion };

/** Reading one of a version that this program does not know throws {@link UnknownFormat}. */
export const StoredJob = z.object({
  version: z
    .number()
    .int()
    .default(1)
    .transform((version) => requireFormat(format, version)),
  id: z.uuid(),
  user: z.string(),
  /** The hash of the API token that has started the job, which continues with no other credentials. */
  token: z.string().optional(),
  schema: z.string(),
  /** Milliseconds since 1970. */
  created: z.number(),
  /** When it ended, in milliseconds since 1970. Jobs that ended under earlier versions have none. */
  ended: z.number().optional(),
  status: z.enum(['uploading', 'processing', 'complete', 'failed']),
  records: z.number().int(),
  /** Bad rows of the file, which is of no more than its good ones then. */
  leftOut: z.number().int().default(0),
  segments: z.array(SpooledSegment),
  /** The digest of the definition that the rows were checked with. Jobs of earlier versions have none. */
  definition: Digest.optional(),
  /** How many leading segments the service has stored. */
  shipped: z.number().int(),
  /** Records that the job counts as one batch. */
  batch: z.number().int().default(defaultBatchSize),
  error: z.string().optional(),
  /** The job has failed, and what the service may have got of it is still to be taken back. */
  withdraw: z.boolean().optional(),
  /** The file did not arrive whole, so nothing of it is stored. Version 2. */
  interrupted: z.boolean().optional(),
  /** Nothing is stored, and a repeat of the key restarts the job. Version 2. */
  retryable: z.boolean().optional(),
  /** The `Idempotency-Key` of the upload. Version 2. */
  key: z.string().optional(),
  /** The body's keyed digest and when its last byte arrived, in milliseconds since 1970. Version 2. */
  body: z.object({ digest: z.string(), received: z.number() }).optional(),
  /** The record that the job's only record is a new version of. Version 3. */
  replaces: Replacement.optional(),
  /** The job whose body this one repeats: this id is an alias of that job. Version 2. */
  alias: z.string().optional(),
  /** The uploaded file's mark: see {@link UploadedFiles}. */
  file: z.string().optional(),
  /** The uploader's credentials, sealed with the spool key of their keyring, in base64; '' once nothing is left to do. */
  credentials: z.string(),
});
export type StoredJob = z.infer<typeof StoredJob>;

/** Whether the service has every segment: from then on the job may be visible at any moment. */
export const isPublishing = ({ status, shipped, segments }: StoredJob): boolean =>
  status === 'processing' && shipped === segments.length;

/** The id of the upload that a job's records belong to; none once a failed job is withdrawn. */
export const uploadOf = ({ segments }: Pick<StoredJob, 'segments'>): string | undefined =>
  segments[0]?.entry.ranges[0]?.upload;

/** A job as its owner sees it. */
export function jobOf(job: StoredJob): Job {
  const { id, schema, status, records, leftOut, batch, error, interrupted } = job;
  const processed = job.segments.slice(0, job.shipped).reduce((sum, { entry }) => sum + entry.records, 0);
  const batches = Math.ceil(records / batch);
  const upload = uploadOf(job);
  return {
    job_id: id,
    schema: urlOf('schemas', schema),
    status,
    processed,
    total: records,
    current_batch: processed === records ? batches : Math.floor(processed / batch),
    total_batches: batches,
    ...(upload === undefined ? {} : { upload }),
    ...(leftOut === 0 ? {} : { left_out: leftOut }),
    ...(error === undefined ? {} : { error }),
    ...(interrupted ? { interrupted } : {}),
  };
}
