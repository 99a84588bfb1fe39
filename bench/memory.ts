/** What a process takes of the machine, as Linux counts it: memory in MB, and time. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** NaN once the process has ended. */
function read(pid: number, name: 'VmHWM' | 'VmRSS'): number {
  const file = `/proc/${pid}/status`;
  const line = new RegExp(`${name}:\\s+(\\d+) kB`).exec(existsSync(file) ? readFileSync(file, 'utf8') : '');
  return Number(line?.[1] ?? NaN) / 1024;
}

/** Begin to measure a process's peak anew. */
export const resetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');

/** The most resident memory that a process has held since. */
export const peakOf = (pid: number): number => read(pid, 'VmHWM');

/** The resident memory of a process at present. */
export const memoryOf = (pid: number): number => read(pid, 'VmRSS');

/** Seconds of processor time that a process has taken, its threads included. Linux counts hundredths. */
function timeOf(pid: number): number {
  // Behind the name in brackets, which may hold blanks: the state is the third field of the line, these the 14th and 15th.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/, '').trim().split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Wait until a process has hardly worked for a second: what it had left to do is done. */
export async function quiet(pid: number): Promise<void> {
  for (let before = timeOf(pid); ;) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const now = timeOf(pid);
    if (now - before < 0.05) return;
    before = now;
  }
}
