/** The progress of an upload: percent, rate and time left. */

/** The phases in their order. */
export type UploadPhase = 'checking' | 'sending' | 'sealing' | 'storing';

/** One report about a phase. */
export type ProgressReport = {
  phase: UploadPhase;
  /** Bytes read while checking, bytes sealed while sealing, else records. */
  processed: number;
  total: number;
  /** The number of bytes sent, and of all bytes; both are 0 unless the phase is `sending`. */
  sent: number;
  size: number;
  /** Why the proxy makes no progress, as a sentence. */
  notice?: string | undefined;
  /** Milliseconds of a monotonic clock. */
  at: number;
};

/** The amount done at a time, in the unit of the phase. */
type Sample = { at: number; done: number };

export type UploadProgressState = Omit<ProgressReport, 'at'> & {
  /** Percent of the whole upload, 0 to 100. */
  progress: number;
  /** Bytes or, while storing, records per second; null until it can be computed. */
  rate: number | null;
  /** There was no progress for `stallTimeoutMs`. */
  stalled: boolean;
  /** The last reports of the current phase. */
  samples: readonly Sample[];
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

/** The percent at which each phase begins and ends. */
const percentRanges: Record<UploadPhase, [number, number]> = {
  checking: [0, 20],
  sending: [20, 50],
  sealing: [50, 80],
  storing: [80, 100],
};

/** Percent of the whole upload. */
function percentOf({ phase, processed, total }: Omit<ProgressReport, 'at'>): number {
  const [from, to] = percentRanges[phase];
  return total === 0 ? from : Math.round(from + ((to - from) * Math.min(processed, total)) / total);
}

/** The percentage never decreases, even if a phase is repeated. */
export const nextPercent = (
  { progress }: Pick<UploadProgressState, 'progress'>,
  report: Omit<ProgressReport, 'at'>,
): number => Math.max(progress, percentOf(report));

/** The rate is measured over the last ten seconds, and over at least one. */
const rateWindowMs = 10_000;
const minRateWindowMs = 1000;

type Amounts = Pick<ProgressReport, 'phase' | 'processed' | 'total' | 'sent' | 'size'>;

/** The amount in the unit that is measured: bytes, or records while storing. */
const amountOf = ({ phase, processed, total, sent, size }: Amounts): [done: number, all: number] =>
  phase === 'sending' ? [sent, size] : [processed, total];

/** Whether the amount is in bytes. */
export const isMeasuredInBytes = ({ phase }: Pick<ProgressReport, 'phase'>): boolean => phase !== 'storing';

/** The state after a report. */
export function advance(state: UploadProgressState, { at, ...report }: ProgressReport): UploadProgressState {
  const [done] = amountOf(report);
  const [previous] = state.phase === report.phase ? amountOf(state) : [Infinity];
  // A phase that starts over is measured from its new start.
  const recent = done < previous ? [] : state.samples.filter((sample) => at - sample.at <= rateWindowMs);
  const samples = [...recent, { at, done }];
  const first = samples[0] ?? { at, done };
  const elapsedMs = at - first.at;
  return {
    ...report,
    progress: nextPercent(state, report),
    rate: elapsedMs < minRateWindowMs ? null : (1000 * (done - first.done)) / elapsedMs,
    stalled: state.stalled && done === previous,
    samples,
  };
}

/** Seconds until the current phase ends at the current rate; null if it is unknown. */
export function secondsLeft(state: Amounts & Pick<UploadProgressState, 'rate' | 'stalled'>): number | null {
  const [done, all] = amountOf(state);
  if (state.rate === null || state.rate <= 0 || state.stalled || done >= all) return null;
  return (all - done) / state.rate;
}
