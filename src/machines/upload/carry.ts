/** What an upload knows, what it may be told, and the place of the carrier that its wiring provides. */
import { fromCallback } from 'xstate';
import type { Job, RowProblem } from '#contract/jobs.ts';
import { Failure } from '#src/lib/failure.ts';

/** What is being done at present, in the order in which it happens. */
export type Phase = 'checking' | 'sending' | 'storing';

/** The bad rows of a file: the first 100, and how many there are. */
export type BadRows = { count: number; rows: RowProblem[] };

export type Upload = {
  /** The schema's id. */
  schema: string;
  file: File | null;
  /** The file's name, where the file itself is in another tab. */
  name: string | null;
  /** The proxy's job, once there is one. */
  job: string | null;
  phase: Phase;
  /** Records, bytes or both: how far the present phase is. */
  processed: number;
  total: number;
  /** Percent of the whole way, 0 to 100. */
  progress: number;
  failure: Failure | null;
  badRows: BadRows | null;
};

export type UploadEvent =
  | { type: 'file.chosen'; file: File }
  | { type: 'file.cleared' }
  | { type: 'upload.pressed' }
  | { type: 'upload.cancelled' }
  /** A job that is already under way. */
  | { type: 'job.found'; job: string }
  /** The proxy has all of the file. */
  | { type: 'job.accepted'; job: string }
  | { type: 'job.advanced'; phase: Phase; processed: number; total: number }
  | { type: 'job.completed'; total: number }
  /** `fatal` when the proxy gave up on the job, as opposed to a file or a connection that didn't get that far. */
  | { type: 'job.failed'; error: unknown; fatal?: true; badRows?: BadRows | undefined }
  /** Another tab is uploading into this schema: nothing of this tab's may be sent. */
  | { type: 'elsewhere.found' }
  | { type: 'elsewhere.advanced'; upload: Progress }
  | { type: 'elsewhere.completed'; total: number }
  | { type: 'elsewhere.failed'; message: string }
  | { type: 'elsewhere.cancelled' }
  /** The tab that was uploading is no more. */
  | { type: 'elsewhere.vanished' };

/** What one tab tells of its upload to the others. */
export type Progress = Pick<Upload, 'name' | 'job' | 'phase' | 'processed' | 'total'>;

/** What the person is to be told of a failure. */
export type Complaint = { failure: Failure; fatal: boolean };

export const nothingYet = {
  file: null,
  name: null,
  job: null,
  phase: 'checking',
  processed: 0,
  total: 0,
  progress: 0,
  failure: null,
  badRows: null,
} as const satisfies Omit<Upload, 'schema'>;

/** How much of the whole way each phase stands for, in percent: where it begins and where it ends. */
const share: Record<Phase, [number, number]> = { checking: [0, 20], sending: [20, 80], storing: [80, 100] };

/** Percent of the whole way for a phase that is `processed` of `total` along. */
export function percentOf(phase: Phase, processed: number, total: number): number {
  const [from, to] = share[phase];
  return total === 0 ? from : Math.round(from + ((to - from) * Math.min(processed, total)) / total);
}

/** What a failed job says of itself. */
export const reasonOf = (job: Pick<Job, 'error'>): string => job.error ?? 'The job gave no reason.';

const unwired = (): never => {
  throw new Failure('unexpected', 'The upload machine was started without its wiring.');
};

/** Carries one file to the service. The wiring provides the real one. */
export const carry = fromCallback<UploadEvent, Upload>(unwired);

/** Says `elsewhere.vanished` when this tab is the next to care for the schema's upload. */
export const awaitTurn = fromCallback<UploadEvent, Upload>(unwired);
