/** One PostgreSQL cluster in a folder: made once, started, found again, stopped. */
import { spawn } from 'node:child_process';
import { chown, mkdtemp, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { sweepLeftovers } from '@cloakroom/server-kit/folders.ts';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { clearRemains, endInitdb, runningServer } from './postmaster.ts';

export type Cluster = {
  /** Absolute; holds the cluster in `postgres`, and its log. */
  home: string;
  account: Account;
  binaries: Binaries;
  password: string;
  /** Breaks off what is under way while the cluster is made or started. */
  signal?: AbortSignal | undefined;
};

export const superuser = 'cloakroom';
const folderOf = ({ home }: Pick<Cluster, 'home'>) => join(home, 'postgres');
const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

const logOf = ({ home }: Cluster) => join(home, 'postgres.log');

/**
 * Make the cluster unless it is there. Made aside and renamed: it is whole or absent, whoever else tries at once.
 * @throws {Error} a sentence with the next step, when there was a cluster that is gone or damaged: an empty one in its place
 * would hide the loss.
 */
export async function makeCluster(cluster: Cluster): Promise<void> {
  const folder = folderOf(cluster);
  const version = join(folder, 'PG_VERSION');
  if (await exists(version)) return;
  if (await exists(folder)) {
    // Another program may have brought it to its name just now, whole.
    if (await exists(version)) return;
    throw new Error(
      `The database in ${folder} is damaged: its file PG_VERSION is missing. Put a backup of the folder in its place, then start again.`,
    );
  }
  if ((await exists(logOf(cluster))) && !(await exists(folder)))
    throw new Error(
      `The folder of the database, ${folder}, is missing, and its log ${logOf(cluster)} shows that there was one. Put the folder back, or a backup of it. To begin with an empty database instead, remove that log too.`,
    );
  await sweepLeftovers(cluster.home, /^postgres\.(\d+)\./, endInitdb);
  const half = await mkdtemp(join(cluster.home, `postgres.${process.pid}.`));
  const passwordFile = `${half}.password`;
  await writeFile(passwordFile, cluster.password, { mode: 0o600 });
  if (cluster.account)
    for (const path of [half, passwordFile]) await chown(path, cluster.account.uid, cluster.account.gid);
  try {
    await run(cluster, cluster.binaries.initdb, [
      `--pgdata=${half}`,
      `--username=${superuser}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
    ]);
    await rename(half, folderOf(cluster)).catch(async (error: unknown) => {
      if (!(await exists(join(folderOf(cluster), 'PG_VERSION')))) throw error;
    });
  } finally {
    await rm(passwordFile, { force: true });
    // The backend that initdb talks to outlives it for a moment and writes on.
    await endInitdb(half);
    await rm(half, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * Make sure that a server works on the cluster: the one that already does, else a new one on `port`, or on a free port
 * when something else listens there. It outlives us if we are killed, and is then found again.
 * @throws {Error} with the end of the server's log.
 */
export async function startCluster(cluster: Cluster, port: number): Promise<{ pid: number; port: number }> {
  const folder = folderOf(cluster);
  const present = await runningServer(folder);
  if (present) return present;
  await clearRemains(folder);
  const log = logOf(cluster);
  await ownLog(cluster, log);
  // Loopback only, no socket file; fsync stays on: acknowledged means durable.
  const options = `-p ${await freePort(port)} -c listen_addresses=127.0.0.1 -c unix_socket_directories=''`;
  const start = ['start', '-D', folder, '-l', log, '-w', '-t', '60', '-o', options];
  try {
    await run(cluster, cluster.binaries.pgCtl, start);
  } catch (error) {
    // Another program may have started it in the same moment.
    if (!(await runningServer(folder))) {
      const end = (await readFile(log, 'utf8')).trimEnd().split('\n').slice(-5).join('\n');
      throw new Error(`The database in ${folder} doesn't start. The end of its log ${log}:\n${end}`, {
        cause: error,
      });
    }
  }
  const server = await runningServer(folder);
  if (!server) throw new Error(`The database in ${folder} started and ended at once. See ${log}.`);
  return server;
}

/** Stop the cluster's server, if one runs: its clients are sent away, what was acknowledged is on the disk. */
export async function stopCluster(cluster: Cluster): Promise<void> {
  if (!(await serverOf(cluster))) return;
  const stop = ['stop', '-D', folderOf(cluster), '-m', 'fast', '-w', '-t', '8'];
  await run({ ...cluster, signal: undefined }, cluster.binaries.pgCtl, stop);
}

/** The cluster's server as it is now. */
export const serverOf = (
  cluster: Pick<Cluster, 'home'>,
): Promise<{ pid: number; port: number } | undefined> => runningServer(folderOf(cluster));

async function ownLog({ account }: Cluster, log: string): Promise<void> {
  await (await open(log, 'a', 0o600)).close();
  if (account) await chown(log, account.uid, account.gid);
}

async function freePort(wanted: number): Promise<number> {
  const listen = (port: number) =>
    new Promise<number | undefined>((resolve) => {
      const probe = createServer();
      probe.once('error', () => resolve(undefined));
      probe.listen(port, '127.0.0.1', () => {
        const address = probe.address();
        probe.close(() => resolve(typeof address === 'object' ? address?.port : undefined));
      });
    });
  return (await listen(wanted)) ?? (await listen(0)) ?? wanted;
}

/** Run one of PostgreSQL's programs to its end. Its server must not inherit our pipes, or they would never close. */
async function run({ account, home, signal }: Cluster, program: string, parameters: string[]): Promise<void> {
  const child = spawn(program, parameters, {
    ...account,
    cwd: home,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { LC_ALL: 'C', TZ: 'UTC' },
    ...(signal ? { signal } : {}),
  });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  // An aborted child fails at once and ends later: what it works on is in use until then.
  let failure: Error | undefined;
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      failure = error;
      if (child.pid === undefined) resolve(null);
    });
    child.once('exit', resolve);
  });
  child.stderr.destroy();
  if (failure) throw failure;
  if (code !== 0) throw new Error(`${program} failed: ${complaint.trim()}`);
}
