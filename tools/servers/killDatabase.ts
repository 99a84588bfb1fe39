/** Kills a PostgreSQL server with all its processes, as a power cut would. Linux only. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @param home - the folder that contains the cluster in `postgres`. */
export function killDatabase(home: string): void {
  const [line] = readFileSync(join(home, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  const postmaster = Number(line);
  for (const pid of [postmaster, ...childrenOf(postmaster)]) end(pid);
}

/** The child processes of a process. */
export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}
