/** Context, events and actors of an upload. `effects.ts` provides the actors. */
import { fromCallback, type AnyActorRef } from 'xstate';
import type { RowProblem } from '@cloakroom/contract/jobs.ts';
import type { Failure } from '#src/shared/failure.ts';
import { unprovided } from '../unprovided.ts';
import { noProgress, type ProgressReport, type UploadProgressState } from './progress.ts';

/** The actor system of a page. */
export type ActorSystem = AnyActorRef['system'];

/** The first 100 problems of a file's rows, and their number. */
export type BadRows = { count: number; rows: RowProblem[] };

export type UploadContext = UploadProgressState & {
  /** The schema's id. */
  schema: string;
  file: File | null;
  /** The file's name, also if the file itself is in another tab. */
  name: string | null;
  /** The id of the job. */
  job: string | null;
  failure: Failure | null;
  /** The job failed in the proxy. An alert says so, and the tray does not repeat it. */
  fatal: boolean;
  /** The rows for which the file was rejected, or that were left out. */
  badRows: BadRows | null;
  /** The number of bad rows left out, known at the end. */
  leftOut: number;
};

export type UploadEvent =
  | { type: 'file.chosen'; file: File }
  | { type: 'file.cleared' }
  | { type: 'upload.pressed' }
  | { type: 'upload.cancelled' }
  /** The file is sent without these rows. */
  | { type: 'rows.leftOut'; badRows: BadRows }
  /** A job that is running, or that has ended unseen. */
  | { type: 'job.found'; job: string }
  /** The proxy has all of the file. */
  | { type: 'job.accepted'; job: string }
  | ({ type: 'job.advanced' } & ProgressReport)
  /** There was no progress for `stallTimeoutMs`. */
  | { type: 'job.stalled' }
  | { type: 'job.completed'; total: number; leftOut: number }
  /** `fatal`: the job failed in the proxy, not the check of the file or the connection. */
  | { type: 'job.failed'; error: unknown; fatal?: true; badRows?: BadRows | undefined }
  /** Another tab is uploading into this schema. */
  | { type: 'otherTab.uploading' }
  | { type: 'otherTab.advanced'; upload: TabProgress }
  | { type: 'otherTab.completed'; total: number; leftOut: number }
  | { type: 'otherTab.failed'; message: string }
  | { type: 'otherTab.cancelled' }
  /** The tab that was uploading was closed: this one has the lock now. */
  | { type: 'otherTab.closed' };

/** The progress of an upload in messages between tabs. */
export type TabProgress = Pick<UploadContext, 'name' | 'job' | 'stalled' | 'rate'> &
  Omit<ProgressReport, 'at'>;

export type ReportedFailure = { failure: Failure; fatal: boolean };

export const noUpload = {
  file: null,
  name: null,
  job: null,
  ...noProgress,
  failure: null,
  fatal: false,
  badRows: null,
  leftOut: 0,
} as const satisfies Omit<UploadContext, 'schema'>;

/** Sends one file and follows its job. */
export const sendAndFollow = fromCallback<UploadEvent, UploadContext>(unprovided);

/** Sends `otherTab.closed` once this tab has the lock of the schema. */
export const awaitLock = fromCallback<UploadEvent, UploadContext>(unprovided);
