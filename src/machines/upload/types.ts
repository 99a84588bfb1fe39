/** Context, events and actors of an upload. `effects.ts` provides the actors. */
import { fromCallback, type AnyActorRef } from 'xstate';
import type { Job, RowProblem } from '@cloakroom/contract/jobs.ts';
import { Failure } from '#src/shared/failure.ts';
import { noProgress, type ProgressReport, type UploadProgressState } from './progress.ts';

/** The actors of a page, by their names. */
export type ActorSystem = AnyActorRef['system'];

/** What is wrong with a file's rows: the first 100 problems, and how many there are. */
export type BadRows = { count: number; rows: RowProblem[] };

export type UploadContext = UploadProgressState & {
  /** The schema's id. */
  schema: string;
  file: File | null;
  /** The file's name, where the file itself is in another tab. */
  name: string | null;
  /** The proxy's job, once there is one. */
  job: string | null;
  failure: Failure | null;
  /** Why the file was refused, or why rows of it were left out. */
  badRows: BadRows | null;
  /** Rows that stayed behind, where the good ones alone were wanted: known at the end. */
  leftOut: number;
};

export type UploadEvent =
  | { type: 'file.chosen'; file: File }
  | { type: 'file.cleared' }
  | { type: 'upload.pressed' }
  | { type: 'upload.cancelled' }
  /** The file goes out without these of its rows. */
  | { type: 'rows.leftOut'; badRows: BadRows }
  /** A job that is under way already, or has ended and nobody has seen it. */
  | { type: 'job.found'; job: string }
  /** The proxy has all of the file. */
  | { type: 'job.accepted'; job: string }
  | ({ type: 'job.advanced' } & ProgressReport)
  /** For a while now there was no progress. */
  | { type: 'job.stalled' }
  | { type: 'job.completed'; total: number; leftOut: number }
  /** `fatal` when the proxy gave up on the job, as opposed to a file or a connection that didn't get that far. */
  | { type: 'job.failed'; error: unknown; fatal?: true; badRows?: BadRows | undefined }
  /** Another tab is uploading into this schema: nothing of this tab's may be sent. */
  | { type: 'elsewhere.found' }
  | { type: 'elsewhere.advanced'; upload: TabProgress }
  | { type: 'elsewhere.completed'; total: number; leftOut: number }
  | { type: 'elsewhere.failed'; message: string }
  | { type: 'elsewhere.cancelled' }
  /** The tab that was uploading is no more. */
  | { type: 'elsewhere.vanished' };

/** What one tab tells of its upload to the others. */
export type TabProgress = Pick<UploadContext, 'name' | 'job' | 'stalled' | 'rate'> &
  Omit<ProgressReport, 'at'>;

/** What the person is to be told of a failure. */
export type ReportedFailure = { failure: Failure; fatal: boolean };

export const noUpload = {
  file: null,
  name: null,
  job: null,
  ...noProgress,
  failure: null,
  badRows: null,
  leftOut: 0,
} as const satisfies Omit<UploadContext, 'schema'>;

/** What a failed job says of itself. */
export const reasonOf = (job: Pick<Job, 'error'>): string => job.error ?? 'The job gave no reason.';

const unwired = (): never => {
  throw new Failure('unexpected', 'The upload machine was started without its effects.');
};

/** Carries one file to the service. `effects.ts` provides the real one. */
export const carry = fromCallback<UploadEvent, UploadContext>(unwired);

/** Says `elsewhere.vanished` when this tab is the next to care for the schema's upload. */
export const awaitTurn = fromCallback<UploadEvent, UploadContext>(unwired);
