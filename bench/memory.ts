/** A process's memory in MB and processor time, as Linux counts them. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** NaN once the process has ended. */
function read(pid: number, name: 'VmHWM' | 'VmRSS'): number {
  const file = `/proc/${pid}/status`;
  const line = new RegExp(`${name}:\\s+(\\d+) kB`).exec(existsSync(file) ? readFileSync(file, 'utf8') : '');
  return Number(line?.[1] ?? NaN) / 1024;
}

/** Resets a process's peak. */
export const resetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');

/** The peak of resident memory since the reset. */
export const peakOf = (pid: number): number => read(pid, 'VmHWM');

/** The resident memory of a process at present. */
export const memoryOf = (pid: number): number => read(pid, 'VmRSS');

/** Seconds of processor time that a process has taken, its threads included. Linux counts hundredths. */
function cpuSecondsOf(pid: number): number {
  // Behind the name in brackets, which may hold blanks: the state is the third field of the line, these the 14th and 15th.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/, '').trim().split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Waits until a process was idle for a second. */
export async function waitUntilIdle(pid: number): Promise<void> {
  for (let before = cpuSecondsOf(pid); ;) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const now = cpuSecondsOf(pid);
    if (now - before < 0.05) return;
    before = now;
  }
}
