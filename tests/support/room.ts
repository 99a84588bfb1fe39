/** A disk without room, for one program of the test's own. */
import { execFileSync } from 'node:child_process';

/** Let a process write no file longer than this, as a disk without room would. */
export const room = (pid: number | undefined, bytes: number | 'unlimited'): Buffer =>
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);
