/** The database of a machine that has none: a real PostgreSQL in the data folder, reachable from this machine alone. */
import { createHash } from 'node:crypto';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import pRetry from 'p-retry';
import pg from 'pg';
import { storedSecret } from '../storedSecret.ts';
import { canReach, databaseAccount } from './embedded/account.ts';
import { findBinaries } from './embedded/binaries.ts';
import {
  type Cluster,
  makeCluster,
  serverOf,
  startCluster,
  stopCluster,
  superuser,
} from './embedded/cluster.ts';
import { announceUse, usedByOthers } from './embedded/use.ts';

const databaseName = 'cloakroom';
const watchMs = 1_000;
/** How long a server that is found may take to be ready, in milliseconds. */
const readyTimeoutMs = 60_000;
const readyPollMs = 100;

export type EmbeddedDatabase = {
  url: string;
  /** The folder that holds it: in the data folder, or elsewhere when its user can't reach that. */
  home: string;
  /** Stop the server, unless another program still uses it. */
  stop: () => Promise<void>;
};

type Options = {
  dataDir: string;
  port: number;
  /** Breaks the start off; what it has started is stopped again. */
  signal?: AbortSignal;
  onTrouble?: (error: Error) => void;
};

/**
 * Start the embedded database, or find the one that a killed program left running, and keep it running: when its
 * server dies it is started again on the same port.
 * @param options.onTrouble - told when the server had to be started again, or couldn't be.
 * @throws {Error} a sentence with the next step.
 */
export async function startEmbeddedDatabase(options: Options): Promise<EmbeddedDatabase> {
  const cluster = await clusterOf(options);
  const { home } = cluster;
  await makeCluster(cluster);
  try {
    const { port } = await startCluster(cluster, options.port);
    const urlOf = urlsOf(cluster, port);
    const stopUsing = await announceUse(() => whenReady(urlOf('postgres'), options.signal));
    await makeDatabase(urlOf('postgres'));
    options.signal?.throwIfAborted();
    const unwatch = keepRunning(cluster, port, options.onTrouble ?? (() => undefined));
    return {
      url: urlOf(databaseName),
      home,
      stop: async () => {
        await unwatch();
        await stopUsing();
        await stopUnused(cluster);
      },
    };
  } catch (error) {
    await stopUnused(cluster).catch(() => undefined);
    throw error;
  }
}

/** Stop the embedded database of a data folder that a killed program left running, unless another program uses it. */
export async function stopLeftDatabase(dataDir: string): Promise<void> {
  const home = await homeOf(dataDir, await databaseAccount());
  if (await serverOf({ home })) await stopUnused(await clusterOf({ dataDir }));
}

async function clusterOf({
  dataDir,
  signal,
  onTrouble,
}: Pick<Options, 'dataDir' | 'signal' | 'onTrouble'>): Promise<Cluster> {
  const account = await databaseAccount();
  const home = await homeOf(dataDir, account);
  await mkdir(home, { recursive: true });
  if (account && home !== dataDir) await chown(home, account.uid, account.gid);
  return {
    home,
    account,
    binaries: await findBinaries(account, home),
    password: storedSecret(join(dataDir, 'database-password'), (sentence) =>
      onTrouble?.(new Error(sentence)),
    ),
    signal,
  };
}

async function homeOf(dataDir: string, account: Cluster['account']): Promise<string> {
  if (await canReach(account, join(dataDir, 'postgres'))) return dataDir;
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  return join('/var/lib', `cloakroom-${name}`);
}

const urlsOf = (cluster: Cluster, port: number) => (database: string) =>
  `postgres://${superuser}:${encodeURIComponent(cluster.password)}@127.0.0.1:${port}/${database}`;

async function stopUnused(cluster: Cluster): Promise<void> {
  const server = await serverOf(cluster);
  if (!server) return;
  const used = await usedByOthers(() => connected(urlsOf(cluster, server.port)('postgres'))).catch(
    () => false,
  );
  if (!used) await stopCluster(cluster);
}

/** Look after the server once a second. The result ends that, after a start under way. */
function keepRunning(cluster: Cluster, port: number, onTrouble: (error: Error) => void): () => Promise<void> {
  let looking = Promise.resolve();
  const look = async () => {
    if (await serverOf(cluster)) return;
    onTrouble(new Error('The database server died and is being started again.'));
    await startCluster(cluster, port);
  };
  const timer = setInterval(() => {
    looking = looking.then(look).catch((error: unknown) => onTrouble(error as Error));
  }, watchMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    return looking;
  };
}

async function makeDatabase(url: string): Promise<void> {
  const client = await connected(url);
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [databaseName]);
    if (rowCount) return;
    await client.query(`create database ${databaseName}`).catch((error: unknown) => {
      // Another program made it in the same moment.
      if (!/^(42P04|23505)$/.test((error as { code?: string }).code ?? '')) throw error;
    });
  } finally {
    await client.end();
  }
}

/** Connects as soon as the server accepts connections: one that is found may still be starting, or recovering from a crash. */
const whenReady = (url: string, signal?: AbortSignal): Promise<pg.Client> =>
  pRetry(() => connected(url), {
    retries: Number.POSITIVE_INFINITY,
    factor: 1,
    minTimeout: readyPollMs,
    maxRetryTime: readyTimeoutMs,
    signal,
    shouldRetry: ({ error }) => /^(57P03|ECONNREFUSED)$/.test((error as { code?: string }).code ?? ''),
  });

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
