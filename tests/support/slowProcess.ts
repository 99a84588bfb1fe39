/** Simulates a slow machine: a process that is stopped most of the time. */

/** The process runs for the rest of each period. Milliseconds. */
const periodMs = 2_000;

/**
 * Stops a process for a part of every two seconds.
 * @param pid - called each time, as a restarted program has another one.
 * @param stoppedMs - for how long, in milliseconds.
 * @returns a function that ends this.
 */
export function slowProcess(pid: () => number | undefined, stoppedMs = 1_900): () => void {
  const signal = (name: NodeJS.Signals) => {
    const present = pid();
    try {
      if (present !== undefined) process.kill(present, name);
    } catch {
      // The process has ended; its successor is slowed in the next period.
    }
  };
  let resuming: NodeJS.Timeout | undefined;
  const stop = () => {
    signal('SIGSTOP');
    resuming = setTimeout(() => signal('SIGCONT'), stoppedMs);
  };
  const timer = setInterval(stop, periodMs);
  stop();
  return () => {
    clearInterval(timer);
    clearTimeout(resuming);
    signal('SIGCONT');
  };
}
