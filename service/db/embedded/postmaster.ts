/** Which server works on a cluster's folder right now, going by what it left there and what the system knows. */
import { execFile } from 'node:child_process';
import { readdir, readFile, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** The running server of a cluster: its process and its port; undefined when none runs. */
export async function runningServer(cluster: string): Promise<{ pid: number; port: number } | undefined> {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return pid > 0 && port > 0 && (await isPostgres(pid)) ? { pid, port } : undefined;
}

/**
 * Whether the process lives and is a PostgreSQL: after a crash its id may be a zombie's, or may have gone to another program.
 */
export async function isPostgres(pid: number): Promise<boolean> {
  return (await commandOf(pid)).includes('postgres');
}

const commandOf = (pid: number): Promise<string> =>
  readFile(`/proc/${pid}/cmdline`, 'utf8').catch(async () => {
    if (process.platform === 'linux') return '';
    const shown = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => null);
    return shown?.stdout ?? '';
  });

/**
 * Clear away what a killed server left: its lock file, and children that still hold its memory and would keep
 * a new server from starting. Call only when {@link runningServer} found none.
 */
export async function clearRemains(cluster: string): Promise<void> {
  await rm(join(cluster, 'postmaster.pid'), { force: true });
  const remains = await childrenIn(cluster);
  for (const pid of remains) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended by itself meanwhile.
    }
  }
  if (remains.length > 0) await sleep(200);
}

/** A server and all its children work in the cluster's folder; only Linux shows where a process works. */
async function childrenIn(cluster: string): Promise<number[]> {
  const found: number[] = [];
  for (const pid of (await readdir('/proc').catch(() => [])).map(Number).filter((id) => id > 0)) {
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => '');
    if (folder === cluster && (await isPostgres(pid))) found.push(pid);
  }
  return found;
}
