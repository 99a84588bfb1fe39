/** A PostgreSQL cluster in a folder: creates, starts, finds and stops it. */
import { spawn } from 'node:child_process';
import { chown, mkdtemp, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { sweepLeftovers } from '@cloakroom/server-kit/folders.ts';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { removeOrphans, endInitdb, runningServer } from './postmaster.ts';

export type Cluster = {
  /** An absolute path; contains the cluster in `postgres`, and its log. */
  home: string;
  account: Account;
  binaries: Binaries;
  password: string;
  /** Aborts creating or starting the cluster. */
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
 * Creates the cluster if there is none, in a temporary folder that is then renamed: it is complete or absent, even if
 * several programs start at once.
 * @throws {Error} a sentence with the next step, if an existing cluster is missing or damaged: a new, empty one would hide
 * the loss.
 */
export async function createCluster(cluster: Cluster): Promise<void> {
  const folder = folderOf(cluster);
  const version = join(folder, 'PG_VERSION');
  if (await exists(version)) return;
  if (await exists(folder)) {
    // Another program may have renamed it just now.
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
  const temporary = await mkdtemp(join(cluster.home, `postgres.${process.pid}.`));
  const passwordFile = `${temporary}.password`;
  await writeFile(passwordFile, cluster.password, { mode: 0o600 });
  if (cluster.account)
    for (const path of [temporary, passwordFile]) await chown(path, cluster.account.uid, cluster.account.gid);
  try {
    await run(cluster, cluster.binaries.initdb, [
      `--pgdata=${temporary}`,
      `--username=${superuser}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
    ]);
    await rename(temporary, folderOf(cluster)).catch(async (error: unknown) => {
      if (!(await exists(join(folderOf(cluster), 'PG_VERSION')))) throw error;
    });
  } finally {
    await rm(passwordFile, { force: true });
    // The backend of initdb outlives it for a moment and still writes.
    await endInitdb(temporary);
    await rm(temporary, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * Returns the cluster's running server, or starts one on `port`, or on a free port if that is taken. The server outlives
 * this program if it is killed, and is found at the next start.
 * @throws {Error} with the end of the server's log.
 */
export async function startCluster(cluster: Cluster, port: number): Promise<{ pid: number; port: number }> {
  const folder = folderOf(cluster);
  const running = await runningServer(folder);
  if (running) return running;
  await removeOrphans(folder);
  const log = logOf(cluster);
  await createLog(cluster, log);
  // Loopback only, no socket file. fsync stays on: acknowledged writes are durable.
  const options = `-p ${await freePort(port)} -c listen_addresses=127.0.0.1 -c unix_socket_directories=''`;
  const start = ['start', '-D', folder, '-l', log, '-w', '-t', '60', '-o', options];
  try {
    await run(cluster, cluster.binaries.pgCtl, start);
  } catch (error) {
    // Another program may have started it at the same time.
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

/** Stops the cluster's server, if one runs, in mode `fast`: its clients are disconnected, committed data is durable. */
export async function stopCluster(cluster: Cluster): Promise<void> {
  if (!(await serverOf(cluster))) return;
  const stop = ['stop', '-D', folderOf(cluster), '-m', 'fast', '-w', '-t', '8'];
  await run({ ...cluster, signal: undefined }, cluster.binaries.pgCtl, stop);
}

/** The cluster's running server. */
export const serverOf = (
  cluster: Pick<Cluster, 'home'>,
): Promise<{ pid: number; port: number } | undefined> => runningServer(folderOf(cluster));

async function createLog({ account }: Cluster, log: string): Promise<void> {
  await (await open(log, 'a', 0o600)).close();
  if (account) await chown(log, account.uid, account.gid);
}

async function freePort(preferred: number): Promise<number> {
  const listen = (port: number) =>
    new Promise<number | undefined>((resolve) => {
      const probe = createServer();
      probe.once('error', () => resolve(undefined));
      probe.listen(port, '127.0.0.1', () => {
        const address = probe.address();
        probe.close(() => resolve(typeof address === 'object' ? address?.port : undefined));
      });
    });
  return (await listen(preferred)) ?? (await listen(0)) ?? preferred;
}

/** Runs one of PostgreSQL's programs to its end. The server must not inherit pipes, which would then never close. */
async function run({ account, home, signal }: Cluster, program: string, parameters: string[]): Promise<void> {
  const child = spawn(program, parameters, {
    ...account,
    cwd: home,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { LC_ALL: 'C', TZ: 'UTC' },
    ...(signal ? { signal } : {}),
  });
  let stderrText = '';
  child.stderr.on('data', (chunk: Buffer) => (stderrText += chunk.toString()));
  // An aborted child emits its error at once and exits later: its files are in use until then.
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
  if (code !== 0) throw new Error(`${program} failed: ${stderrText.trim()}`);
}
