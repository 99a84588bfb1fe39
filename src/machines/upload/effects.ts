/** Effects of an upload: check in a worker, send, follow. [Way 3/8] */
import { fromCallback } from 'xstate';
import type { Field } from '@cloakroom/contract/fields.ts';
import { cancelJob, hasEnded, listJobs, seeJob, type Job } from '@cloakroom/contract/jobs.ts';
import { call } from '#src/shared/http/call.ts';
import { deliver, jobOfKey, mayContinue } from './deliver.ts';
import { followJob } from '#src/shared/http/jobSocket.ts';
import { list } from '#src/shared/http/list.ts';
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

/** What an upload needs of the page; each function gets the actor system of the upload. */
export type UploadCallbacks = {
  keepStorage: PersistStorage;
  /** The schema's fields as they are when the upload begins. */
  fields: (system: ActorSystem, schema: string) => Field[];
  /** Called with each failure, once. */
  complain: (system: ActorSystem, schema: string, complaint: ReportedFailure) => void;
  /** Called when progress can't be streamed. */
  onStreamLost: (system: ActorSystem) => void;
  /** Called when a job that was cancelled goes on after all. */
  onTooLate: (system: ActorSystem, schema: string, failure: Failure) => void;
};

type Tell = (event: UploadEvent) => void;

const advanced = (step: Pick<ProgressReport, 'phase' | 'processed' | 'total'> & Partial<ProgressReport>) =>
  ({ type: 'job.advanced', sent: 0, size: 0, at: performance.now(), ...step }) as const;

/** A file that was checked and is ready to be sent; null when its rows were refused. */
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
  // The end is always told: the rest is up to the proxy then.
  const onProgress = (sent: number, size: number) => (sent < size ? onSome : onSent)(sent, size);
  return { schema: schemaId, ...checked, onProgress, signal };
}

/** How far a job is, as a step of its upload. */
function stepOf({ status, processed, total, bytes, notice }: Job) {
  if (status !== 'uploading') return advanced({ phase: 'storing', processed, total, notice });
  const { sealed = 0, received = 0, size = received } = bytes ?? {};
  return advanced({ phase: 'sealing', processed: sealed, total: size });
}

/**
 * End a job of which nothing shall stay.
 * @returns why it goes on after all: it is being published already, or nobody could be asked. Null when it has ended.
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
 * The key for a press of Upload. A press for a file whose last upload has no known end continues that one; any other press
 * is an upload of its own, also of a file that was stored before.
 */
async function keyFor(schema: string, file: File, signal: AbortSignal): Promise<string> {
  const last = uploadKeys.of(schema, file);
  const key = last !== null && (await mayContinue(last, signal)) ? last : crypto.randomUUID();
  uploadKeys.keep(schema, file, key);
  return key;
}

/**
 * End the job of a cancelled upload, which the page may not know by its id yet.
 * @returns the job that goes on after all, and why; null when none does.
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

/** Say that a job's end was seen, as soon as the page is in sight. Where nobody hears that, it is shown once more. */
function noteSeen(id: string): void {
  if (document.hidden) document.addEventListener('visibilitychange', () => noteSeen(id), { once: true });
  else call(seeJob, { params: { id } }).catch(() => undefined);
}

const broken =
  'The tab that was uploading was closed before your proxy had all of the file. Nothing was kept; upload it again.';

/** The job of a file that another tab was sending. @throws {Failure} when the proxy has not got all of it. */
async function leftBehind(schema: string, signal: AbortSignal): Promise<string> {
  const { items } = await list(listJobs, { query: { schema }, signal });
  const [newest] = items;
  const over = newest?.unseen && hasEnded(newest) ? newest : undefined;
  const job = items.find((one) => !hasEnded(one)) ?? over;
  if (!job) throw new Failure('offline', broken);
  return job.job_id;
}

/** How long what a tab said last, that its upload has ended say, may take to arrive after it gave up its right; milliseconds. */
const lastWords = 300;

/** The right to upload into a schema. */
const rightTo = (schema: string) => `upload/${schema}`;

/** The upload machine of one schema, wired. Whatever ends the carrying aborts everything that it started. */
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
            // Whoever works with records here will want to find them again.
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
          () => undefined, // Given up waiting.
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
