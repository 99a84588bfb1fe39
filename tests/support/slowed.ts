/** A slow machine: a process that is stopped for most of the time. */

/** The process runs for the rest of each period. Milliseconds. */
const periodMs = 2_000;

/**
 * Stop a process for part of every two seconds.
 * @param pid - asked each time: a program that is started again has another one.
 * @param stoppedMs - for how long, in milliseconds.
 * @returns what lets it run on.
 */
export function slowed(pid: () => number | undefined, stoppedMs = 1_900): () => void {
  const signal = (name: NodeJS.Signals) => {
    const present = pid();
    try {
      if (present !== undefined) process.kill(present, name);
    } catch {
      // It has ended; its successor is slowed next time.
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
