/** A process's memory as Linux counts it, in MB. */
import { readFileSync, writeFileSync } from 'node:fs';

function read(pid: number, name: 'VmHWM' | 'VmRSS'): number {
  const line = new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1] ?? NaN) / 1024;
}

/** Begin to measure a process's peak anew. */
export const resetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');

/** The most resident memory that a process has held since. */
export const peakOf = (pid: number): number => read(pid, 'VmHWM');

/** The resident memory of a process at present. */
export const memoryOf = (pid: number): number => read(pid, 'VmRSS');
