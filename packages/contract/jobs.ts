/** Upload jobs: sending a file, and following its progress. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { ParseOptions } from './parseOptions.ts';
import { idempotencyKey, idempotencyKeyPattern } from './idempotency.ts';
import { Reference, Url } from './reference.ts';
import { jobIdHeader } from './records.ts';
import { UploadId } from './segments.ts';

export const jobStatuses = ['uploading', 'processing', 'complete', 'failed'] as const;

/** One problem of one row: CSV rows by line of the file, JSON rows as `[index]`. */
export const RowProblem = z.object({
  row: z.string(),
  field: z.string(),
  value: z.string().optional(),
  message: z.string(),
});
export type RowProblem = z.infer<typeof RowProblem>;

/** Bytes of a body; `size` is its length if the sender stated it. */
export const JobBytes = z.object({ received: z.number(), sealed: z.number(), size: z.number().optional() });
export type JobBytes = z.infer<typeof JobBytes>;

export const Job = z.object({
  job_id: z.string(),
  schema: Url,
  status: z.enum(jobStatuses),
  /** Records stored so far, of all in the file; while the file is being received, `total` counts the rows read so far. */
  processed: z.number(),
  total: z.number(),
  /** Batches stored so far, of all in the file. A batch is a unit of counting: see {@link batchSizeHeader}. */
  current_batch: z.number(),
  total_batches: z.number(),
  /** While the file is being received: how much of it has arrived and how much is sealed. */
  bytes: JobBytes.optional(),
  /** The upload that its records belong to, once they are sealed. */
  upload: UploadId.optional(),
  /** Invalid rows that were left out, if the upload asked for valid rows only. */
  left_out: z.number().optional(),
  /** The job was started with {@link keepUntilSeenHeader}, and its end has not been marked as seen. */
  unseen: z.literal(true).optional(),
  /** What delays the job, or what failed besides storing the records, as a sentence. */
  notice: z.string().optional(),
  /** Why the job failed, as a sentence. */
  error: z.string().optional(),
  /**
   * The file did not arrive whole and nothing of it is stored. Sending it again with the same `Idempotency-Key` restarts
   * this job.
   */
  interrupted: z.literal(true).optional(),
  /** The first 100 problems, and how many there are in all. */
  errors: z.object({ count: z.number(), rows: z.array(RowProblem) }).optional(),
});
export type Job = z.infer<typeof Job>;

export const hasEnded = ({ status }: Pick<Job, 'status'>): boolean =>
  status === 'complete' || status === 'failed';

/** How many records the job counts as one batch. It does not affect the size of segments. */
export const batchSizeHeader = 'X-Batch-Size';
/** Records in a batch by default: as many as a segment carries. */
export const defaultBatchSize = 65_536;

/** The {@link fileFingerprint} of the body's file. The proxy stores only a keyed hash of it. */
export const fileFingerprintHeader = 'X-File-Fingerprint';
export const FileFingerprint = z.string().regex(/^[0-9a-f]{64}$/, 'must be 32 bytes in hex');

/** `true` keeps the ended job until {@link seeJob} is called, for a page that may be closed before the job ends. */
export const keepUntilSeenHeader = 'X-Keep-Until-Seen';

/** Marks an answer that names the job of an earlier request with the same `Idempotency-Key`. */
export const replayedHeader = 'Idempotent-Replayed';

/** Two identical bodies without a key count as one upload when they begin within this time, in milliseconds. */
export const sameBodyWindowMs = 10 * 60_000;

/** Milliseconds between two messages of a job's stream. */
export const jobThrottleMs = 250;
/**
 * Milliseconds before the first message about a running job: a job that ends within them sends its last message
 * alone, at once. Below a second people need no progress. Source: Nielsen, Usability Engineering (1993), section 5.5.
 */
export const jobInitialDelayMs = 1000;

/** Where resumable uploads begin, by the tus protocol: `POST` creates one, whose `Location` ends in the id of its job. */
export const resumableUploadPath = '/api/jobs/tus/';
/** The address of the job's {@link jobSocketPath}. */
export const jobSocketHeader = 'X-Job-Websocket-URL';

export const uploadJob = endpoint({
  method: 'POST',
  path: '/api/jobs/upload/',
  tokenVerbs: ['write'],
  summary:
    'Upload a CSV, TSV, JSON or newline-delimited JSON body of any size. Status and headers, with the job’s id, are sent when receiving begins; the answer ends when the last byte has arrived. The job reports whether the rows are valid and stored. The same `Idempotency-Key` is always answered with its first job; without one, so is an identical body within ten minutes, unless `duplicate=allow`.',
  answeredBy: 'proxy',
  access: 'user',
  query: ParseOptions.extend({
    schema: Reference.optional().describe(
      'The schema of the records; by default the one that the first row names.',
    ),
    duplicate: z.literal('allow').optional().describe('Stores an identical body a second time.'),
  }),
  body: 'bytes',
  bodyTypes: ['application/json', 'application/x-ndjson', 'text/csv', 'text/tab-separated-values'],
  requestHeaders: {
    ...idempotencyKey,
    [batchSizeHeader]: {
      description: 'How many records the job counts as one batch.',
      schema: z.int().min(1).max(999_999_999).default(defaultBatchSize),
    },
    [fileFingerprintHeader]: {
      description: 'A fingerprint of the file, by which a later upload of the same file is recognised.',
      schema: FileFingerprint,
    },
    [keepUntilSeenHeader]: {
      description: 'Keeps the ended job until it is marked as seen.',
      schema: z.enum(['true', 'false']).default('false'),
    },
  },
  replyHeaders: {
    [jobIdHeader]: { description: 'The id of the job.', schema: z.uuid(), always: true },
    [jobSocketHeader]: {
      description: 'The address of the WebSocket that sends the job’s progress.',
      schema: z.string(),
      always: true,
    },
    [replayedHeader]: {
      description: 'The job is that of an earlier request, and nothing of this one is stored.',
      schema: z.literal('true'),
    },
  },
  /** `replayed` if the job is that of an earlier request, and nothing of this one is stored. */
  reply: z.object({ job_id: z.string(), replayed: z.literal(true).optional() }),
});

export const getJob = endpoint({
  method: 'GET',
  path: '/api/jobs/:id/',
  tokenVerbs: ['write'],
  summary: 'One upload job.',
  answeredBy: 'proxy',
  access: 'user',
  reply: Job,
});

export const listJobs = endpoint({
  method: 'GET',
  path: '/api/jobs/',
  tokenVerbs: ['write'],
  summary: 'Your upload jobs on this machine, newest first.',
  answeredBy: 'proxy',
  access: 'user',
  query: z.object({
    schema: Reference.optional().describe('Only uploads to this schema.'),
    key: z
      .string()
      .regex(idempotencyKeyPattern)
      .optional()
      .describe('Only the job whose upload had this `Idempotency-Key`.'),
  }),
  reply: z.array(Job),
});

export const cancelJob = endpoint({
  method: 'DELETE',
  path: '/api/jobs/:id/',
  tokenVerbs: ['write'],
  summary:
    'Cancel an upload job: everything stored for it is deleted, here and at the service, and the job has failed. 409 when it has ended or is being published.',
  answeredBy: 'proxy',
  access: 'user',
  reply: Job,
});

export const seeJob = endpoint({
  method: 'POST',
  path: '/api/jobs/:id/seen/',
  tokenVerbs: ['write'],
  summary: 'Mark the end of an upload job as seen. 409 while it is running.',
  answeredBy: 'proxy',
  access: 'user',
  status: 204,
  reply: 'nothing',
});

/** An earlier, complete upload of the same file. */
export const CompletedUpload = z.object({ job_id: z.string(), records: z.number(), completed: z.string() });
export type CompletedUpload = z.infer<typeof CompletedUpload>;

export const listUploaded = endpoint({
  method: 'GET',
  path: '/api/jobs/uploaded/',
  summary: 'Your complete uploads of this file into a schema on this machine, newest first.',
  answeredBy: 'proxy',
  access: 'user',
  query: z.object({
    schema: Reference,
    fingerprint: FileFingerprint.describe('The fingerprint that the upload sent as `X-File-Fingerprint`.'),
  }),
  reply: z.array(CompletedUpload),
});

/**
 * The WebSocket path of a job's progress: at most one message in {@link jobThrottleMs}, the first after {@link jobInitialDelayMs} or
 * at the end, and always the last one.
 */
export const jobSocketPath = (id: string): string => `/api/ws/jobs/${id}/`;
