/** Effects of an upload: check in a worker, send, follow the job. */
import { fromCallback } from 'xstate';
import type { Field } from '@cloakroom/contract/fields.ts';
import { cancelJob, hasEnded, listJobs, seeJob, type Job } from '@cloakroom/contract/jobs.ts';
import { call, list } from '#src/shared/http/call.ts';
import { deliver, jobOfKey, mayContinue } from './deliver.ts';
import { followJob } from '#src/shared/http/jobSocket.ts';
import type { SentUpload } from '#src/shared/http/send.ts';
import type { PersistStorage } from '#src/shared/storage/durable.ts';
import { uploadKeys } from '#src/shared/storage/uploadKeys.ts';
import { acquireTabLock, waitForTabLock, releaseTabLock } from '#src/shared/tabs/tabLock.ts';
import { throttle } from '#src/shared/throttle.ts';
import { Failure } from '#src/shared/failure.ts';
import { checkUpload } from '#src/workers/parse/parse.ts';
import {
  reasonOf,
  type ReportedFailure,
  type ActorSystem,
  type UploadContext,
  type UploadEvent,
} from './types.ts';
import { uploadMachine } from './machine.ts';
import { watchdog } from './watchdog.ts';
import type { ProgressReport } from './progress.ts';

/** The callbacks of an upload. */
export type UploadCallbacks = {
  keepStorage: PersistStorage;
  /** The schema's fields at the start of the upload. */
  fields: (system: ActorSystem, schema: string) => Field[];
  /** Called once for each failure. */
  complain: (system: ActorSystem, schema: string, complaint: ReportedFailure) => void;
  /** Called when progress can't be streamed. */
  onStreamLost: (system: ActorSystem) => void;
  /** Called if a job could not be cancelled. */
  onTooLate: (system: ActorSystem, schema: string, failure: Failure) => void;
};

type Tell = (event: UploadEvent) => void;

const advanced = (step: Pick<ProgressReport, 'phase' | 'processed' | 'total'> & Partial<ProgressReport>) =>
  ({ type: 'job.advanced', sent: 0, size: 0, at: performance.now(), ...step }) as const;

/** Checks a file; returns the upload to send, or null if its rows were refused. */
async function checkedFile(
  file: File,
  schemaId: string,
  fields: Field[],
  tell: Tell,
  signal: AbortSignal,
): Promise<Omit<SentUpload, 'key'> | null> {
  const onRead = (bytes: number) => tell(advanced({ phase: 'checking', processed: bytes, total: file.size }));
  onRead(0);
  const verdict = await checkUpload(file, { schemaId, fields }, { onRead, signal });
  if (!verdict.good) {
    tell({
      type: 'job.failed',
      error: new Failure('invalid', verdict.reason),
      badRows: verdict.badRows ?? undefined,
    });
    return null;
  }
  const { records, badRows, ...checked } = verdict;
  if (badRows) tell({ type: 'rows.leftOut', badRows });
  const onSent = (sent: number, size: number) => {
    const processed = Math.floor((records * sent) / size);
    tell(advanced({ phase: 'sending', processed, total: records, sent, size }));
  };
  const onSome = throttle(onSent);
  onSome(0, checked.body.size);
  // The last report is never dropped.
  const onProgress = (sent: number, size: number) => (sent < size ? onSome : onSent)(sent, size);
  return { schema: schemaId, ...checked, onProgress, signal };
}

/** The progress report of a job. */
function stepOf({ status, processed, total, bytes, notice }: Job) {
  if (status !== 'uploading') return advanced({ phase: 'storing', processed, total, notice });
  const { sealed = 0, received = 0, size = received } = bytes ?? {};
  return advanced({ phase: 'sealing', processed: sealed, total: size });
}

/**
 * Cancels a job.
 * @returns why it was not cancelled: it is being published, or the proxy is unreachable. Null if it was.
 */
async function endJob(id: string): Promise<Failure | null> {
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
  const last = uploadKeys.of(schema, file);
  const key = last !== null && (await mayContinue(last, signal)) ? last : crypto.randomUUID();
  uploadKeys.keep(schema, file, key);
  return key;
}

/**
 * Cancels the job of an upload, whose id the page may not know yet.
 * @returns the job that could not be cancelled, and why; null if there is none.
 */
async function callOff(
  id: string | null,
  key: string | null,
): Promise<{ job: string; failure: Failure } | null> {
  const begun = id === null && key !== null ? await jobOfKey(key).catch(() => null) : null;
  const job = id ?? (begun && !hasEnded(begun) ? begun.job_id : null);
  const failure = job === null ? null : await endJob(job);
  return job !== null && failure ? { job, failure } : null;
}

/** Marks the end of a job as seen once the page is visible. If the call fails, it is shown again later. */
function noteSeen(id: string): void {
  if (document.hidden) document.addEventListener('visibilitychange', () => noteSeen(id), { once: true });
  else call(seeJob, { params: { id } }).catch(() => undefined);
}

const broken =
  'The tab that was uploading was closed before your proxy had all of the file. Nothing was kept; upload it again.';

/** Finds the job of a file that another tab was sending. @throws {Failure} if the proxy has not received all of it. */
async function leftBehind(schema: string, signal: AbortSignal): Promise<string> {
  const { items } = await list(listJobs, { query: { schema }, signal });
  const [newest] = items;
  const over = newest?.unseen && hasEnded(newest) ? newest : undefined;
  const job = items.find((one) => !hasEnded(one)) ?? over;
  if (!job) throw new Failure('offline', broken);
  return job.job_id;
}

/** The time for the last message of a tab to arrive after it has released its lock. */
const lastWords = 300;

/** The name of the lock for uploads into a schema. */
const rightTo = (schema: string) => `upload/${schema}`;

/** Creates the upload machine of one schema with its effects. Stopping `carry` aborts all that it started. */
export const createUploadMachine = ({
  keepStorage,
  fields,
  complain,
  onStreamLost,
  onTooLate,
}: UploadCallbacks) =>
  uploadMachine.provide({
    actors: {
      carry: fromCallback<UploadEvent, UploadContext>(({ input, sendBack, system }) => {
        const abort = new AbortController();
        const { signal } = abort;
        const dog = watchdog(() => sendBack({ type: 'job.stalled' }));
        const tell: Tell = (event) => {
          if (signal.aborted) return;
          if (event.type === 'job.advanced') dog.heard(`${event.phase} ${event.processed} ${event.sent}`);
          sendBack(event);
        };
        const { file, schema } = input;
        const lastOf = async (follow: (job: string) => Promise<Job>): Promise<Job | null> => {
          if (input.job !== null) return follow(input.job);
          if (!file) return follow(await leftBehind(schema, signal));
          const upload = await checkedFile(file, schema, fields(system, schema), tell, signal);
          return upload && deliver({ ...upload, key: await keyFor(schema, file, signal) }, follow);
        };
        const carry = async () => {
          const own = await acquireTabLock(rightTo(schema));
          if (!own) tell({ type: 'elsewhere.found' });
          if (signal.aborted) releaseTabLock(rightTo(schema));
          if (!own || signal.aborted) return;
          const follow = (job: string) => {
            tell({ type: 'job.accepted', job });
            // From here on the local data are worth keeping.
            keepStorage();
            return followJob(job, {
              onJob: (one) => tell(stepOf(one)),
              onStreamLost: () => onStreamLost(system),
              signal,
            });
          };
          const last = await lastOf(follow);
          if (!last) return;
          uploadKeys.forget(schema);
          if (last.unseen) noteSeen(last.job_id);
          if (last.status === 'complete')
            tell({ type: 'job.completed', total: last.total, leftOut: last.left_out ?? 0 });
          else
            tell({
              type: 'job.failed',
              error: new Failure('unexpected', reasonOf(last)),
              fatal: true,
              badRows: last.errors,
            });
        };
        carry().catch((error: unknown) => tell({ type: 'job.failed', error }));
        return () => {
          abort.abort();
          dog.stop();
          releaseTabLock(rightTo(schema));
        };
      }),
      awaitTurn: fromCallback<UploadEvent, UploadContext>(({ input: { schema }, sendBack }) => {
        const abort = new AbortController();
        let timer: ReturnType<typeof setTimeout> | undefined;
        let taken = false;
        const take = () => {
          taken = true;
          sendBack({ type: 'elsewhere.vanished' });
        };
        waitForTabLock(rightTo(schema), abort.signal).then(
          () => (timer = setTimeout(take, lastWords)),
          () => undefined, // Aborted.
        );
        return () => {
          abort.abort();
          clearTimeout(timer);
          if (!taken) releaseTabLock(rightTo(schema));
        };
      }),
    },
    actions: {
      complain: ({ system, context: { schema } }, complaint) => complain(system, schema, complaint),
      callOff: ({ self, system, context: { schema, file } }, job) => {
        const key = file && uploadKeys.of(schema, file);
        uploadKeys.forget(schema);
        void callOff(job, key).then((late) => {
          if (!late) return;
          onTooLate(system, schema, late.failure);
          self.send({ type: 'job.found', job: late.job });
        });
      },
    },
  });
