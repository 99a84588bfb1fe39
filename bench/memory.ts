/** A process's memory in MB and processor time, as Linux counts them. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** NaN if the process has ended. */
function read(pid: number, name: 'VmHWM' | 'VmRSS'): number {
  const file = `/proc/${pid}/status`;
  const line = new RegExp(`${name}:\\s+(\\d+) kB`).exec(existsSync(file) ? readFileSync(file, 'utf8') : '');
  return Number(line?.[1] ?? NaN) / 1024;
}

/** Resets a process's peak. */
export const resetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');

/** The peak of resident memory since the reset. */
export const peakOf = (pid: number): number => read(pid, 'VmHWM');

/** The current resident memory of a process. */
export const memoryOf = (pid: number): number => read(pid, 'VmRSS');

/** The processor time of a process and its threads, in seconds. Linux counts hundredths. */
function cpuSecondsOf(pid: number): number {
  // After the name in brackets, which may contain spaces, the first field is the 3rd of the line; the times are the 14th and 15th.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/, '').trim().split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Waits until a process has been idle for this time. */
export async function waitUntilIdle(pid: number, ms: number): Promise<void> {
  for (let before = cpuSecondsOf(pid); ;) {
    await new Promise((resolve) => setTimeout(resolve, ms));
    const now = cpuSecondsOf(pid);
    // A twentieth of one core.
    if (now - before < ms / 20_000) return;
    before = now;
  }
}
