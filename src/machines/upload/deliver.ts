/** Sends one file to the proxy and follows its job. The file is stored only once, even if the connection is lost several times. */
import { deliverUpload } from '@cloakroom/client/deliverUpload.ts';
import { listJobs, hasEnded, type Job } from '@cloakroom/contract/jobs.ts';
import { Failure, isTransient } from '#src/shared/failure.ts';
import { backoff } from '#src/shared/http/retry.ts';
import { list } from '#src/shared/http/call.ts';
import { sendUpload, type SentUpload } from '#src/shared/http/send.ts';

/** How often the job is requested before the upload fails. */
const maxJobRequests = 8;

const unknownMessage =
  'The connection to your proxy was lost, and it does not respond. It is not known whether it received the file. Start the proxy and try again: a file that it already has is not stored twice.';

/** Finds the job by its idempotency key; null if there is none. @throws {Failure} if the proxy is unreachable. */
export async function jobOfKey(key: string, signal?: AbortSignal): Promise<Job | null> {
  const { items } = await list(listJobs, { query: { key }, ...(signal ? { signal } : {}) });
  return items[0] ?? null;
}

/** Whether the outcome of an upload is unknown, so that the same file is sent under its key again. */
export async function mayContinue(key: string, signal: AbortSignal): Promise<boolean> {
  try {
    const job = await jobOfKey(key, signal);
    return job === null || !hasEnded(job) || job.interrupted === true;
  } catch {
    // An unreachable proxy may have the file: reusing the key is safe.
    return true;
  }
}

/**
 * Sends a file until the proxy has all of it, and follows its job to the end. An interrupted upload is sent again.
 * @param follow - resolves with the ended job.
 * @throws {Failure} with the message of the proxy, or if the outcome is unknown.
 */
export const deliver = (upload: SentUpload, follow: (id: string) => Promise<Job>): Promise<Job> =>
  deliverUpload({
    send: () => sendUpload(upload),
    findJob: () => requestJob(upload),
    follow,
    isLost: (thrown) => Failure.from(thrown).code === 'offline',
    wait: backoff,
    signal: upload.signal,
  });

/** Repeats the request until the proxy answers. */
async function requestJob({ key, signal }: SentUpload): Promise<Job | null> {
  for (let tries = 0; ; tries++)
    try {
      return await jobOfKey(key, signal);
    } catch (thrown) {
      signal.throwIfAborted();
      if (!isTransient(thrown)) throw thrown;
      if (tries >= maxJobRequests) throw new Failure('offline', unknownMessage, { cause: thrown });
      await backoff(tries);
      signal.throwIfAborted();
    }
}
