/** Uploads a file and follows its job. */
import { getJob, listJobs, uploadJob, type Job } from '@cloakroom/contract/jobs.ts';
import { idempotencyKeyHeader } from '@cloakroom/contract/idempotency.ts';
import type { ParseOptions } from '@cloakroom/contract/parseOptions.ts';
import type { Client } from './client.ts';
import { ClientError } from './clientError.ts';
import { deliverUpload } from './deliverUpload.ts';
import { followJob } from './followJob.ts';
import { retry, retryDelayMs } from './retry.ts';
import type { BytesBody } from './types.ts';
import { wait } from './wait.ts';

/** How often a call about the job is repeated while the proxy does not answer. */
const maxJobRetries = 8;
const maxRetryDelayMs = 8_000;

/** A body that can be sent again, or a function that opens a new one for each time it is sent. */
export type UploadBody = Uint8Array | Blob | string | (() => BytesBody | Promise<BytesBody>);

export type UploadOptions = ParseOptions & {
  /** The media type of the file, such as `text/csv`; that of a Blob by default. */
  type?: string;
  /** The same file under the same key is stored once. A new key by default. */
  idempotencyKey?: string;
  /** Stores the records of an identical file again. */
  duplicate?: 'allow';
  /** Called with each state of the job: bytes received and sealed first, then records stored. */
  onProgress?: (job: Job) => void;
  /** Stops sending and following. A job that has the whole file continues. */
  signal?: AbortSignal;
};

/** An upload whose job failed: nothing is stored. `job.errors` has the problems of the rows. */
export class UploadFailed extends ClientError {
  readonly job: Job;

  constructor(job: Job) {
    super('invalid', job.error ?? 'The records were not stored.');
    this.job = job;
  }
}

type Calls = Pick<Client, 'call'>;

/**
 * Uploads one file into a schema, and waits until its records are stored. After a lost connection the job is found by its idempotency key.
 * @param schema - its id or its URL.
 * @returns the complete job.
 * @throws {UploadFailed} if the job failed.
 * @throws {ClientError} for a refusal, or if the proxy no longer answers. An aborted signal throws its reason.
 */
export async function uploadFile(
  client: Calls,
  schema: string,
  body: UploadBody,
  options: UploadOptions = {},
): Promise<Job> {
  const { type, idempotencyKey = crypto.randomUUID(), onProgress, signal, ...parseOptions } = options;
  const signalOption = signal ? { signal } : {};
  const mediaType = type ?? (body instanceof Blob && body.type !== '' ? body.type : 'text/csv');
  const headers = { 'Content-Type': mediaType, [idempotencyKeyHeader]: idempotencyKey };
  const query = { schema, ...parseOptions };
  const findJob = () =>
    untilAnswered(async () => {
      const [job] = await client.call(listJobs, { query: { key: idempotencyKey }, ...signalOption });
      return job ?? null;
    }, signal);

  const send = async () => {
    const content = typeof body === 'function' ? await body() : body;
    const watchController = new AbortController();
    const watching = onProgress && watchSending(findJob, onProgress, watchController.signal);
    try {
      return (await client.call(uploadJob, { query, body: content, headers, ...signalOption })).job_id;
    } finally {
      watchController.abort();
      await watching;
    }
  };
  const follow = (id: string) =>
    followJob(() => untilAnswered(() => client.call(getJob, { params: { id }, ...signalOption }), signal), {
      ...(onProgress && { onJob: onProgress }),
      signal,
    });
  const job = await deliverUpload({
    send,
    findJob,
    follow,
    isLost: (error) => error instanceof ClientError && (error.code === 'offline' || error.status === 408),
    wait: (resend) => wait(delayMs(resend), signal),
    ...signalOption,
  });
  if (job.status === 'failed') throw new UploadFailed(job);
  return job;
}

/** Reports the job while its body is being sent: `fetch` doesn't report how much it has sent. Never throws. */
async function watchSending(
  findJob: () => Promise<Job | null>,
  onProgress: (job: Job) => void,
  signal: AbortSignal,
): Promise<void> {
  try {
    for (;;) {
      await wait(watchIntervalMs, signal);
      const job = await findJob();
      if (job?.status === 'uploading' && !signal.aborted) onProgress(job);
    }
  } catch {
    // The body has been sent, or its sending fails with the reason.
  }
}

/** Milliseconds between two reports of a body that is being sent. */
const watchIntervalMs = 250;

const delayMs = (retryCount: number) => Math.min(maxRetryDelayMs, retryDelayMs(retryCount));

/** Repeats a call while nothing answers, or the server is busy. */
const untilAnswered = <T>(task: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> =>
  retry(task, {
    retryLimit: maxJobRetries,
    shouldRetry: (error) =>
      error instanceof ClientError && ['offline', 'unavailable'].includes(error.code) && !signal?.aborted,
    retryDelayMs: (retryCount, error) =>
      (error instanceof ClientError ? error.retryAfterMs : undefined) ?? delayMs(retryCount),
    signal,
  });
