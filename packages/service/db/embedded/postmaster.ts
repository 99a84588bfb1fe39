/** Which server works on a cluster's folder right now, going by what it left there and what the system knows. */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** The running server of a cluster: its process and its port; undefined when none runs. */
export async function runningServer(cluster: string): Promise<{ pid: number; port: number } | undefined> {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return pid > 0 && port > 0 && (await isServerOf(cluster, pid)) ? { pid, port } : undefined;
}

/** Whether a process is a PostgreSQL of this cluster: a dead one's id may be a zombie's, or that of another program. */
async function isServerOf(cluster: string, pid: number): Promise<boolean> {
  if (!(await isPostgres(pid))) return false;
  // Only Linux shows where a process works, and only that of one's own user.
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => null);
  return folder === null || folder === (await realpath(cluster).catch(() => cluster));
}

async function isPostgres(pid: number): Promise<boolean> {
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
  remains.forEach(kill);
  if (remains.length > 0) await sleep(200);
}

/**
 * Ends an `initdb` that goes on after the program that started it was killed, and waits until it and the backends that it
 * talks to are gone: until then they write into the folder. Only Linux shows which processes work on a folder.
 */
export async function endInitdb(cluster: string): Promise<void> {
  if (!existsSync('/proc/self/cmdline')) return;
  // A backend can appear after the first look, before its parent ends.
  const deadline = Date.now() + 10_000;
  for (let left = workersOn(cluster); left.length > 0 && Date.now() < deadline; left = workersOn(cluster)) {
    left.forEach(kill);
    await sleep(10);
  }
}

/** The folder is an argument of initdb; its shells and backends have it in their environment alone. */
function workersOn(cluster: string): number[] {
  const mentions = (pid: number): boolean => {
    try {
      return (
        readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`${cluster}\0`) ||
        readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`PGDATA=${cluster}\0`)
      );
    } catch {
      // It has ended, or belongs to another user.
      return false;
    }
  };
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid && mentions(pid));
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself meanwhile.
  }
}

/** A server and all its children work in the cluster's folder; only Linux shows where a process works. */
async function childrenIn(cluster: string): Promise<number[]> {
  const found: number[] = [];
  const real = await realpath(cluster).catch(() => cluster);
  for (const pid of (await readdir('/proc').catch(() => [])).map(Number).filter((id) => id > 0)) {
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => '');
    if (folder === real && (await isPostgres(pid))) found.push(pid);
  }
  return found;
}
