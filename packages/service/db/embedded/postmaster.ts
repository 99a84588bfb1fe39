/** Finds and ends processes of a cluster, by its lock file and /proc. */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** The process id and port of a cluster's running server; undefined if none runs. */
export async function runningServer(cluster: string): Promise<{ pid: number; port: number } | undefined> {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return pid > 0 && port > 0 && (await isServerOf(cluster, pid)) ? { pid, port } : undefined;
}

/** Whether a process is a PostgreSQL of this cluster: its id may belong to a zombie, or to another program by now. */
async function isServerOf(cluster: string, pid: number): Promise<boolean> {
  if (!(await isPostgres(pid))) return false;
  // Only Linux shows the working directory, and only of the user's own processes.
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
 * Removes what a killed server left: its lock file, and child processes that still hold its shared memory and prevent
 * a new server from starting. Call it only if {@link runningServer} found none.
 */
export async function removeOrphans(cluster: string): Promise<void> {
  await rm(join(cluster, 'postmaster.pid'), { force: true });
  const orphans = await childrenIn(cluster);
  orphans.forEach(kill);
  if (orphans.length > 0) await sleep(200);
}

/**
 * Kills an `initdb` that outlived the program that started it, and waits until it and its backends have ended: until then
 * they write to the folder. Only on Linux, where /proc shows which processes use a folder.
 */
export async function endInitdb(cluster: string): Promise<void> {
  if (!existsSync('/proc/self/cmdline')) return;
  // A backend can appear after the first check, before its parent ends.
  const deadline = Date.now() + 10_000;
  for (let pids = workersOn(cluster); pids.length > 0 && Date.now() < deadline; pids = workersOn(cluster)) {
    pids.forEach(kill);
    await sleep(10);
  }
}

/** The folder is an argument of initdb; its shells and backends have it only in their environment. */
function workersOn(cluster: string): number[] {
  const mentions = (pid: number): boolean => {
    try {
      return (
        readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`${cluster}\0`) ||
        readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`PGDATA=${cluster}\0`)
      );
    } catch {
      // The process has ended, or belongs to another user.
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
    // The process has ended.
  }
}

/** The server's child processes, which have the cluster's folder as their working directory; only on Linux. */
async function childrenIn(cluster: string): Promise<number[]> {
  const found: number[] = [];
  const real = await realpath(cluster).catch(() => cluster);
  for (const pid of (await readdir('/proc').catch(() => [])).map(Number).filter((id) => id > 0)) {
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => '');
    if (folder === real && (await isPostgres(pid))) found.push(pid);
  }
  return found;
}
