/** Simulates a slow machine: a process that is stopped most of the time. */

/** The process is stopped at the start of each period, and runs for the rest of it. */
const periodMs = 2_000;

/**
 * Stops a process for a part of every two seconds.
 * @param pid - called in each period, because a restarted program has another id.
 * @param stoppedMs - for how much of each period.
 * @returns a function that lets the process run normally again.
 */
export function slowProcess(pid: () => number | undefined, stoppedMs = 1_900): () => void {
  const signal = (name: NodeJS.Signals) => {
    const currentPid = pid();
    try {
      if (currentPid !== undefined) process.kill(currentPid, name);
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
