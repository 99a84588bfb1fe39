/** The embedded database, for use without DATABASE_URL: a PostgreSQL server in the data folder, on the loopback address. */
import { createHash } from 'node:crypto';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import pRetry from 'p-retry';
import pg from 'pg';
import { storedSecret } from '../storedSecret.ts';
import { canAccess, databaseAccount } from './embedded/account.ts';
import { findBinaries } from './embedded/binaries.ts';
import {
  type Cluster,
  createCluster,
  serverOf,
  startCluster,
  stopCluster,
  superuser,
} from './embedded/cluster.ts';
import { holdUseLock, usedByOthers } from './embedded/useLock.ts';

const databaseName = 'cloakroom';
const watchIntervalMs = 1_000;
/** How long a running server may take to accept connections. */
const readyTimeoutMs = 60_000;
const readyPollIntervalMs = 100;

export type EmbeddedDatabase = {
  url: string;
  /** The folder with the cluster: the data folder, or another one if the database's account can't access that. */
  home: string;
  /** Stops the server, unless another program still uses it. */
  stop: () => Promise<void>;
};

type Options = {
  dataDir: string;
  port: number;
  /** Aborts the start; a server that was started is stopped. */
  signal?: AbortSignal;
  onError?: (error: Error) => void;
};

/**
 * Starts the embedded database, or connects to one that a killed program left running. If the server dies, it is
 * restarted on the same port.
 * @param options.onError - called when the server is restarted, or can't be.
 * @throws {Error} a sentence with the next step.
 */
export async function startEmbeddedDatabase(options: Options): Promise<EmbeddedDatabase> {
  const cluster = await clusterOf(options);
  const { home } = cluster;
  await createCluster(cluster);
  try {
    const { port } = await startCluster(cluster, options.port);
    const urlOf = urlsOf(cluster, port);
    const releaseUseLock = await holdUseLock(() => connectWhenReady(urlOf('postgres'), options.signal));
    await createDatabase(urlOf('postgres'));
    options.signal?.throwIfAborted();
    const unwatch = keepRunning(cluster, port, options.onError ?? (() => undefined));
    return {
      url: urlOf(databaseName),
      home,
      stop: async () => {
        await unwatch();
        await releaseUseLock();
        await stopUnused(cluster);
      },
    };
  } catch (error) {
    await stopUnused(cluster).catch(() => undefined);
    throw error;
  }
}

/** Stops an embedded database that a killed program left running, unless another program uses it. */
export async function stopOrphanedDatabase(dataDir: string): Promise<void> {
  const home = await homeOf(dataDir, await databaseAccount());
  if (await serverOf({ home })) await stopUnused(await clusterOf({ dataDir }));
}

async function clusterOf({
  dataDir,
  signal,
  onError,
}: Pick<Options, 'dataDir' | 'signal' | 'onError'>): Promise<Cluster> {
  const account = await databaseAccount();
  const home = await homeOf(dataDir, account);
  await mkdir(home, { recursive: true });
  if (account && home !== dataDir) await chown(home, account.uid, account.gid);
  return {
    home,
    account,
    binaries: await findBinaries(account, home),
    password: storedSecret(join(dataDir, 'database-password'), (sentence) => onError?.(new Error(sentence))),
    signal,
  };
}

async function homeOf(dataDir: string, account: Cluster['account']): Promise<string> {
  if (await canAccess(account, join(dataDir, 'postgres'))) return dataDir;
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  return join('/var/lib', `cloakroom-${name}`);
}

const urlsOf = (cluster: Cluster, port: number) => (database: string) =>
  `postgres://${superuser}:${encodeURIComponent(cluster.password)}@127.0.0.1:${port}/${database}`;

async function stopUnused(cluster: Cluster): Promise<void> {
  const server = await serverOf(cluster);
  if (!server) return;
  const used = await usedByOthers(() => connect(urlsOf(cluster, server.port)('postgres'))).catch(() => false);
  if (!used) await stopCluster(cluster);
}

/** Checks the server once a second. Returns a function that stops this and waits for a restart in progress. */
function keepRunning(cluster: Cluster, port: number, onError: (error: Error) => void): () => Promise<void> {
  let pendingCheck = Promise.resolve();
  const check = async () => {
    if (await serverOf(cluster)) return;
    onError(new Error('The database server died and is being started again.'));
    await startCluster(cluster, port);
  };
  const timer = setInterval(() => {
    pendingCheck = pendingCheck.then(check).catch((error: unknown) => onError(error as Error));
  }, watchIntervalMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    return pendingCheck;
  };
}

async function createDatabase(url: string): Promise<void> {
  const client = await connect(url);
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [databaseName]);
    if (rowCount) return;
    await client.query(`create database ${databaseName}`).catch((error: unknown) => {
      // Another program created it at the same time.
      if (!/^(42P04|23505)$/.test((error as { code?: string }).code ?? '')) throw error;
    });
  } finally {
    await client.end();
  }
}

/** Connects as soon as the server accepts connections: it may still be starting, or recovering from a crash. */
const connectWhenReady = (url: string, signal?: AbortSignal): Promise<pg.Client> =>
  pRetry(() => connect(url), {
    retries: Number.POSITIVE_INFINITY,
    factor: 1,
    minTimeout: readyPollIntervalMs,
    maxRetryTime: readyTimeoutMs,
    signal,
    shouldRetry: ({ error }) => /^(57P03|ECONNREFUSED)$/.test((error as { code?: string }).code ?? ''),
  });

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
