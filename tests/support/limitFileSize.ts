/** Simulates a full disk for one program of a test. */
import { execFileSync } from 'node:child_process';

/** Limits the size of the files that a process can write, as a full disk would. */
export const limitFileSize = (pid: number | undefined, bytes: number | 'unlimited'): Buffer =>
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);
