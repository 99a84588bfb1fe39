/** A process's memory as Linux counts it. */
import { readFileSync, writeFileSync } from 'node:fs';

/** Begin to measure a process's peak anew. */
export const resetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');

/** The most resident memory that a process has held since, in MB. */
export function peakOf(pid: number): number {
  const line = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1] ?? NaN) / 1024;
}
