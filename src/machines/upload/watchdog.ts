/** Notices when nothing moves any more. */

/** Milliseconds without progress before that is said. */
export const idleTimeoutMs = 30_000;

export type Watchdog = {
  /** Told of every report; only one that says something new counts as progress. */
  heard: (report: string) => void;
  stop: () => void;
};

/** Watch from now on. @param onSilence - called once for each time that nothing moves. */
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
