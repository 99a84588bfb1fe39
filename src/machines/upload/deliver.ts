/** Brings one file to the proxy and follows its job: once stored, however often the connection is lost. */
import { listJobs, hasEnded, type Job } from '@cloakroom/contract/jobs.ts';
import { Failure } from '#src/shared/failure.ts';
import { list } from '#src/shared/http/list.ts';
import { sendUpload, type SentUpload } from '#src/shared/http/send.ts';

/** How often a file is sent again whose connection was lost. */
const maxResends = 5;
/** How often a proxy that doesn't answer is asked for the job before the person decides. */
const maxQuestions = 8;

const unknownMessage =
  'The connection to your proxy was lost and it does not answer. Whether it has the file is not known. Start the proxy and try again: a file that it has is not stored twice.';

/** Milliseconds before another try: from half a second, doubling, to eight. */
const pauseMs = (tries: number) => Math.min(8_000, 500 * 2 ** tries);

const pause = (tries: number) => new Promise((resolve) => setTimeout(resolve, pauseMs(tries)));

/** The job whose upload carried a key; null when the proxy knows none. @throws {Failure} when it can't be asked. */
export async function jobOfKey(key: string, signal?: AbortSignal): Promise<Job | null> {
  const { items } = await list(listJobs, { query: { key }, ...(signal ? { signal } : {}) });
  return items[0] ?? null;
}

/** Whether the upload of a key has no known end, so that the same file may go on under it. */
export async function mayContinue(key: string, signal: AbortSignal): Promise<boolean> {
  try {
    const job = await jobOfKey(key, signal);
    return job === null || !hasEnded(job) || job.interrupted === true;
  } catch {
    // A proxy that doesn't answer may have the file: the old key is the safe one.
    return true;
  }
}

/**
 * Send a file until the proxy has all of it, and follow its job to the end. A file that did not arrive whole is sent again.
 * @param follow - resolves with the job as it ended.
 * @throws {Failure} with the proxy's own words, or that it is not known what became of the file.
 */
export async function deliver(upload: SentUpload, follow: (id: string) => Promise<Job>): Promise<Job> {
  for (let sent = 0; ; sent++) {
    const last = await follow(await sendOrFind(upload));
    if (!last.interrupted || sent >= maxResends) return last;
    await pause(sent);
    upload.signal.throwIfAborted();
  }
}

/** The id of the job that has the file. Where the connection is lost, the proxy is asked before the file is sent again. */
async function sendOrFind(upload: SentUpload): Promise<string> {
  for (let sent = 0; ; sent++)
    try {
      return await sendUpload(upload);
    } catch (thrown) {
      upload.signal.throwIfAborted();
      if (Failure.from(thrown).code !== 'offline') throw thrown;
      const job = await asked(upload);
      if (job && !job.interrupted) return job.job_id;
      if (sent >= maxResends) throw thrown;
      await pause(sent);
      upload.signal.throwIfAborted();
    }
}

async function asked({ key, signal }: SentUpload): Promise<Job | null> {
  for (let tries = 0; ; tries++)
    try {
      return await jobOfKey(key, signal);
    } catch (thrown) {
      signal.throwIfAborted();
      const { code } = Failure.from(thrown);
      if (code !== 'offline' && code !== 'unavailable') throw thrown;
      if (tries >= maxQuestions) throw new Failure('offline', unknownMessage, { cause: thrown });
      await pause(tries);
      signal.throwIfAborted();
    }
}
