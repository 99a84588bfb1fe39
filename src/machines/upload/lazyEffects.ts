/** Checks a file in a worker, sends it, and follows its job. Loaded with the first upload. */
import type { Field } from '@cloakroom/contract/fields.ts';
import { cancelJob, hasEnded, listJobs, seeJob, type Job } from '@cloakroom/contract/jobs.ts';
import { Failure } from '#src/shared/failure.ts';
import { call, list } from '#src/shared/http/call.ts';
import { followJob } from '#src/shared/http/jobSocket.ts';
import type { SentUpload } from '#src/shared/http/send.ts';
import { uploadKeys } from '#src/shared/storage/uploadKeys.ts';
import { throttle } from '#src/shared/throttle.ts';
import { checkUpload } from '#src/workers/parse/parse.ts';
import { deliver, jobOfKey, mayContinue } from './deliver.ts';
import type { ProgressReport } from './progress.ts';
import type { UploadContext, UploadEvent } from './types.ts';

type Send = (event: UploadEvent) => void;

const advanced = (report: Pick<ProgressReport, 'phase' | 'processed' | 'total'> & Partial<ProgressReport>) =>
  ({ type: 'job.advanced', sent: 0, size: 0, at: performance.now(), ...report }) as const;

/** Checks a file; returns the upload to send, or null if its rows were refused. */
async function checkFile(
  file: File,
  schemaId: string,
  fields: Field[],
  send: Send,
  signal: AbortSignal,
): Promise<Omit<SentUpload, 'key'> | null> {
  const onRead = (bytes: number) => send(advanced({ phase: 'checking', processed: bytes, total: file.size }));
  onRead(0);
  const result = await checkUpload(file, { schemaId, fields }, { onRead, signal });
  if (!result.ok) {
    send({
      type: 'job.failed',
      error: new Failure('invalid', result.reason),
      badRows: result.badRows ?? undefined,
    });
    return null;
  }
  const { records, badRows, ...checked } = result;
  if (badRows) send({ type: 'rows.leftOut', badRows });
  const onSent = (sent: number, size: number) => {
    const processed = Math.floor((records * sent) / size);
    send(advanced({ phase: 'sending', processed, total: records, sent, size }));
  };
  const onSentThrottled = throttle(onSent);
  onSentThrottled(0, checked.body.size);
  // The last report is never dropped.
  const onProgress = (sent: number, size: number) => (sent < size ? onSentThrottled : onSent)(sent, size);
  return { schema: schemaId, ...checked, onProgress, signal };
}

/** The progress report of a job. */
function progressOf({ status, processed, total, bytes, notice }: Job) {
  if (status !== 'uploading') return advanced({ phase: 'storing', processed, total, notice });
  const { sealed = 0, received = 0, size = received } = bytes ?? {};
  return advanced({ phase: 'sealing', processed: sealed, total: size });
}

/**
 * Cancels a job.
 * @returns why the job was not cancelled: it is being published, or the proxy is unreachable. Null if it was cancelled.
 */
async function sendCancel(id: string): Promise<Failure | null> {
  try {
    await call(cancelJob, { params: { id } });
    return null;
  } catch (thrown) {
    const failure = Failure.from(thrown);
    return failure.code === 'not-found' ? null : failure;
  }
}

/**
 * The idempotency key of an upload. A file whose last upload has an unknown outcome keeps its key; any other gets a new one,
 * even if it was stored before.
 */
async function keyFor(schema: string, file: File, signal: AbortSignal): Promise<string> {
  const last = uploadKeys.get(schema, file);
  const key = last !== null && (await mayContinue(last, signal)) ? last : crypto.randomUUID();
  uploadKeys.set(schema, file, key);
  return key;
}

/**
 * Cancels the job of an upload, whose id the page may not know yet.
 * @returns the job that could not be cancelled, and why; null if there is none.
 */
export async function cancelUploadJob(
  id: string | null,
  key: string | null,
): Promise<{ job: string; failure: Failure } | null> {
  const started = id === null && key !== null ? await jobOfKey(key).catch(() => null) : null;
  const job = id ?? (started && !hasEnded(started) ? started.job_id : null);
  const failure = job === null ? null : await sendCancel(job);
  return job !== null && failure ? { job, failure } : null;
}

/** Marks the end of a job as seen once the page is visible. If the call fails, it is shown again later. */
function markSeen(id: string): void {
  if (document.hidden) document.addEventListener('visibilitychange', () => markSeen(id), { once: true });
  else call(seeJob, { params: { id } }).catch(() => undefined);
}

const interruptedMessage =
  'The tab that was uploading was closed before your proxy had received the whole file. Nothing was stored; upload it again.';

/** Finds the job of a file that another tab was sending. @throws {Failure} if the proxy has not received all of it. */
async function findJobOfOtherTab(schema: string, signal: AbortSignal): Promise<string> {
  const { items } = await list(listJobs, { query: { schema }, signal });
  const [newest] = items;
  const ended = newest?.unseen && hasEnded(newest) ? newest : undefined;
  const job = items.find((each) => !hasEnded(each)) ?? ended;
  if (!job) throw new Failure('offline', interruptedMessage);
  return job.job_id;
}

type UploadWatch = {
  /** The schema's fields at the start of the upload. */
  fields: Field[];
  send: Send;
  /** Called once the proxy has a job for the file. */
  onAccepted: () => void;
  /** Called when progress can't be streamed. */
  onStreamLost: () => void;
  signal: AbortSignal;
};

/**
 * Completes an upload, given its file, its job, or a job that another tab has begun.
 * @throws {Failure} with the message of the proxy, or if the outcome is unknown.
 */
export async function sendAndFollow({ file, schema, job: known }: UploadContext, watch: UploadWatch) {
  const { fields, send, onAccepted, onStreamLost, signal } = watch;
  const follow = (id: string) => {
    send({ type: 'job.accepted', job: id });
    onAccepted();
    return followJob(id, { onJob: (update) => send(progressOf(update)), onStreamLost, signal });
  };
  const upload = async (): Promise<Job | null> => {
    if (known !== null) return follow(known);
    if (!file) return follow(await findJobOfOtherTab(schema, signal));
    const checked = await checkFile(file, schema, fields, send, signal);
    if (!checked) return null;
    return deliver({ ...checked, key: await keyFor(schema, file, signal) }, (id) => {
      // Reported immediately: the first message about the job may take a second, and closing the page no longer loses anything.
      send(advanced({ phase: 'sealing', processed: 0, total: checked.body.size }));
      return follow(id);
    });
  };
  const job = await upload();
  if (!job) return;
  uploadKeys.remove(schema);
  // The job was interrupted by its sender, which is not this tab. A job that the proxy interrupts stays unseen.
  if (!file && job.interrupted && !job.unseen) throw new Failure('offline', interruptedMessage);
  if (job.unseen) markSeen(job.job_id);
  if (job.status === 'complete')
    send({ type: 'job.completed', total: job.total, leftOut: job.left_out ?? 0 });
  else
    send({
      type: 'job.failed',
      error: new Failure('unexpected', job.error ?? 'The job gave no reason.'),
      fatal: true,
      badRows: job.errors,
    });
}
