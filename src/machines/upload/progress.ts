/** How far an upload has come on its way, how fast it goes, and how long the rest of a phase may take. */

/** What is being done at present, in the order in which it happens. */
export type UploadPhase = 'checking' | 'sending' | 'sealing' | 'storing';

/** One report of how far a phase is. */
export type ProgressReport = {
  phase: UploadPhase;
  /** Bytes read while the file is checked, bytes sealed once it has arrived, else records. */
  processed: number;
  total: number;
  /** Bytes that have left, of all; both 0 but while the file is sent. */
  sent: number;
  size: number;
  /** What holds the proxy up, as a sentence. */
  notice?: string | undefined;
  /** When, in milliseconds of a clock that is never set. */
  at: number;
};

/** What was done by when, in the unit that is measured. */
type Mark = { at: number; done: number };

export type UploadProgressState = Omit<ProgressReport, 'at'> & {
  /** Percent of the whole way, 0 to 100. */
  progress: number;
  /** Bytes or, while records are stored, records a second; null until it can be told. */
  rate: number | null;
  /** There was no progress for a while. */
  stalled: boolean;
  /** The last few reports of the present phase. */
  samples: readonly Mark[];
};

export const noProgress = {
  phase: 'checking',
  processed: 0,
  total: 0,
  sent: 0,
  size: 0,
  progress: 0,
  rate: null,
  stalled: false,
  samples: [],
} as const satisfies UploadProgressState;

/** How much of the whole way each phase stands for, in percent: where it begins and where it ends. */
const share: Record<UploadPhase, [number, number]> = {
  checking: [0, 20],
  sending: [20, 50],
  sealing: [50, 80],
  storing: [80, 100],
};

/** Percent of the whole way for a phase that is `processed` of `total` along. */
function percentOf({
  phase,
  processed,
  total,
}: Pick<ProgressReport, 'phase' | 'processed' | 'total'>): number {
  const [from, to] = share[phase];
  return total === 0 ? from : Math.round(from + ((to - from) * Math.min(processed, total)) / total);
}

/** Percent never go back, whatever has to be done again. */
export const nextPercent = (
  { progress }: Pick<UploadProgressState, 'progress'>,
  step: Omit<ProgressReport, 'at'>,
): number => Math.max(progress, percentOf(step));

/** A rate is told of the last ten seconds, and of no less than one. Milliseconds. */
const [span, least] = [10_000, 1000];

type Amount = Pick<ProgressReport, 'phase' | 'processed' | 'total' | 'sent' | 'size'>;

/** What is measured: bytes as long as there are any, then records. */
const measured = ({ phase, processed, total, sent, size }: Amount): [done: number, all: number] =>
  phase === 'sending' ? [sent, size] : [processed, total];

/** Whether an amount is one of bytes. */
export const isMeasuredInBytes = ({ phase }: Pick<ProgressReport, 'phase'>): boolean => phase !== 'storing';

/** One step further. */
export function advance(way: UploadProgressState, { at, ...step }: ProgressReport): UploadProgressState {
  const [done] = measured(step);
  const [before] = way.phase === step.phase ? measured(way) : [Infinity];
  // What begins anew is measured anew.
  const known = done < before ? [] : way.samples.filter((mark) => at - mark.at <= span);
  const marks = [...known, { at, done }];
  const first = marks[0] ?? { at, done };
  const took = at - first.at;
  return {
    ...step,
    progress: nextPercent(way, step),
    rate: took < least ? null : (1000 * (done - first.done)) / took,
    stalled: way.stalled && done === before,
    samples: marks,
  };
}

/** Seconds until the present phase is done, if it goes on as it goes; null where nobody knows. */
export function secondsLeft(way: Amount & Pick<UploadProgressState, 'rate' | 'stalled'>): number | null {
  const [done, all] = measured(way);
  if (way.rate === null || way.rate <= 0 || way.stalled || done >= all) return null;
  return (all - done) / way.rate;
}
