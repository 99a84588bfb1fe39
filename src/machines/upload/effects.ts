/** Effects of an upload: check in a worker, send, follow the job. */
import { fromCallback } from 'xstate';
import type { Field } from '@cloakroom/contract/fields.ts';
import { cancelJob, hasEnded, listJobs, seeJob, type Job } from '@cloakroom/contract/jobs.ts';
import { call, list } from '#src/shared/http/call.ts';
import { deliver, jobOfKey, mayContinue } from './deliver.ts';
import { followJob } from '#src/shared/http/jobSocket.ts';
import type { SentUpload } from '#src/shared/http/send.ts';
import type { PersistStorage } from '#src/shared/storage/persistStorage.ts';
import { uploadKeys } from '#src/shared/storage/uploadKeys.ts';
import { acquireTabLock, waitForTabLock, releaseTabLock } from '#src/shared/tabs/tabLock.ts';
import { throttle } from '#src/shared/throttle.ts';
import { Failure } from '#src/shared/failure.ts';
import { checkUpload } from '#src/workers/parse/parse.ts';
import type { ReportedFailure, ActorSystem, UploadContext, UploadEvent } from './types.ts';
import { uploadMachine } from './machine.ts';
import type { ProgressReport } from './progress.ts';

/** The callbacks of an upload. */
type UploadCallbacks = {
  persistStorage: PersistStorage;
  /** The schema's fields at the start of the upload. */
  fields: (system: ActorSystem, schema: string) => Field[];
  /** Called once for each failure. */
  reportFailure: (system: ActorSystem, schema: string, failure: ReportedFailure) => void;
  /** Called when the result of a failed upload was closed. */
  withdrawFailure: (system: ActorSystem, schema: string) => void;
  /** Called when progress can't be streamed. */
  onStreamLost: (system: ActorSystem) => void;
  /** Called if a job could not be cancelled. */
  onCancelFailed: (system: ActorSystem, schema: string, failure: Failure) => void;
};

type Send = (event: UploadEvent) => void;

export const idleTimeoutMs = 30_000;

type Watchdog = {
  /** Takes every report; only one that differs from the last counts as progress. */
  report: (progress: string) => void;
  stop: () => void;
};

/** Detects missing progress. @param onStalled - called once for each period without progress. */
export function startWatchdog(onStalled: () => void): Watchdog {
  let last: string | undefined;
  let timer = setTimeout(onStalled, idleTimeoutMs);
  return {
    report(progress) {
      if (progress === last) return;
      last = progress;
      clearTimeout(timer);
      timer = setTimeout(onStalled, idleTimeoutMs);
    },
    stop: () => clearTimeout(timer),
  };
}

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
  if (!result.good) {
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
 * @returns why it was not cancelled: it is being published, or the proxy is unreachable. Null if it was.
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
async function cancelUploadJob(
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
  'The tab that was uploading was closed before your proxy had all of the file. Nothing was kept; upload it again.';

/** Finds the job of a file that another tab was sending. @throws {Failure} if the proxy has not received all of it. */
async function findJobOfOtherTab(schema: string, signal: AbortSignal): Promise<string> {
  const { items } = await list(listJobs, { query: { schema }, signal });
  const [newest] = items;
  const ended = newest?.unseen && hasEnded(newest) ? newest : undefined;
  const job = items.find((each) => !hasEnded(each)) ?? ended;
  if (!job) throw new Failure('offline', interruptedMessage);
  return job.job_id;
}

/** The last message of a tab may arrive after it has released its lock. */
const lastMessageDelayMs = 300;

/** The name of the lock for uploads into a schema. */
const lockName = (schema: string) => `upload/${schema}`;

/** Creates the upload machine of one schema with its effects. Stopping `sendAndFollow` aborts all that it started. */
export const createUploadMachine = ({
  persistStorage,
  fields,
  reportFailure,
  withdrawFailure,
  onStreamLost,
  onCancelFailed,
}: UploadCallbacks) =>
  uploadMachine.provide({
    actors: {
      sendAndFollow: fromCallback<UploadEvent, UploadContext>(({ input, sendBack, system }) => {
        const abort = new AbortController();
        const { signal } = abort;
        const watchdog = startWatchdog(() => sendBack({ type: 'job.stalled' }));
        const send: Send = (event) => {
          if (signal.aborted) return;
          if (event.type === 'job.advanced')
            watchdog.report(`${event.phase} ${event.processed} ${event.sent}`);
          sendBack(event);
        };
        const { file, schema } = input;
        const upload = async (follow: (id: string) => Promise<Job>): Promise<Job | null> => {
          if (input.job !== null) return follow(input.job);
          if (!file) return follow(await findJobOfOtherTab(schema, signal));
          const checked = await checkFile(file, schema, fields(system, schema), send, signal);
          return checked && deliver({ ...checked, key: await keyFor(schema, file, signal) }, follow);
        };
        const run = async () => {
          const locked = await acquireTabLock(lockName(schema));
          if (!locked) send({ type: 'otherTab.uploading' });
          if (signal.aborted) releaseTabLock(lockName(schema));
          if (!locked || signal.aborted) return;
          const follow = (id: string) => {
            send({ type: 'job.accepted', job: id });
            // The browser should keep the local data from now on.
            persistStorage();
            return followJob(id, {
              onJob: (update) => send(progressOf(update)),
              onStreamLost: () => onStreamLost(system),
              signal,
            });
          };
          const job = await upload(follow);
          if (!job) return;
          uploadKeys.remove(schema);
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
        };
        run().catch((error: unknown) => send({ type: 'job.failed', error }));
        return () => {
          abort.abort();
          watchdog.stop();
          releaseTabLock(lockName(schema));
        };
      }),
      awaitLock: fromCallback<UploadEvent, UploadContext>(({ input: { schema }, sendBack }) => {
        const abort = new AbortController();
        let timer: ReturnType<typeof setTimeout> | undefined;
        let takenOver = false;
        const takeOver = () => {
          takenOver = true;
          sendBack({ type: 'otherTab.closed' });
        };
        waitForTabLock(lockName(schema), abort.signal).then(
          () => (timer = setTimeout(takeOver, lastMessageDelayMs)),
          () => undefined, // Aborted.
        );
        return () => {
          abort.abort();
          clearTimeout(timer);
          if (!takenOver) releaseTabLock(lockName(schema));
        };
      }),
    },
    actions: {
      reportFailure: ({ system, context: { schema } }, failure) => reportFailure(system, schema, failure),
      withdrawFailure: ({ system, context: { schema } }) => withdrawFailure(system, schema),
      cancelJob: ({ self, system, context: { schema, file } }, job) => {
        const key = file && uploadKeys.get(schema, file);
        uploadKeys.remove(schema);
        void cancelUploadJob(job, key).then((running) => {
          if (!running) return;
          onCancelFailed(system, schema, running.failure);
          self.send({ type: 'job.found', job: running.job });
        });
      },
    },
  });
