/** Detects missing progress. */

export const idleTimeoutMs = 30_000;

export type Watchdog = {
  /** Takes every report; only a report that differs from the last one counts as progress. */
  heard: (report: string) => void;
  stop: () => void;
};

/** Starts watching. @param onSilence - called once for each period without progress. */
export function watchdog(onSilence: () => void): Watchdog {
  let last: string | undefined;
  let timer = setTimeout(onSilence, idleTimeoutMs);
  return {
    heard(report) {
      if (report === last) return;
      last = report;
      clearTimeout(timer);
      timer = setTimeout(onSilence, idleTimeoutMs);
    },
    stop: () => clearTimeout(timer),
  };
}
