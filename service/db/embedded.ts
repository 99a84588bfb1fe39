/** The database of a machine that has none: a real PostgreSQL in the data folder, reachable from this machine alone. */
import { createHash } from 'node:crypto';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { keptSecret } from '../keptSecret.ts';
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

const databaseName = 'cloakroom';
const watchMs = 1_000;

export type EmbeddedDatabase = {
  url: string;
  /** The folder that holds it: in the data folder, or elsewhere when its user can't reach that. */
  home: string;
  /** Whether the server ran already. */
  found: boolean;
  /** Stop the server, unless another program still uses it. */
  stop: () => Promise<void>;
};

/**
 * Start the embedded database, or find the one that a killed program left running, and keep it running: when its
 * server dies it is started again on the same port.
 * @param options.onTrouble - told when the server had to be started again, or couldn't be.
 * @throws {Error} a sentence with the next step.
 */
export async function startEmbeddedDatabase(options: {
  dataDir: string;
  port: number;
  onTrouble?: (error: Error) => void;
}): Promise<EmbeddedDatabase> {
  const account = await databaseAccount();
  const home = (await canReach(account, join(options.dataDir, 'postgres')))
    ? options.dataDir
    : join(
        '/var/lib',
        `cloakroom-${createHash('sha256').update(options.dataDir).digest('hex').slice(0, 12)}`,
      );
  await mkdir(home, { recursive: true });
  if (account && home !== options.dataDir) await chown(home, account.uid, account.gid);
  const cluster: Cluster = {
    home,
    account,
    binaries: await findBinaries(account, home),
    password: keptSecret(join(options.dataDir, 'database-password'), (sentence) =>
      options.onTrouble?.(new Error(sentence)),
    ),
  };
  await makeCluster(cluster);
  const found = (await serverOf(cluster)) !== undefined;
  const { port } = await startCluster(cluster, options.port);
  const urlOf = (database: string) =>
    `postgres://${superuser}:${encodeURIComponent(cluster.password)}@127.0.0.1:${port}/${database}`;
  await makeDatabase(urlOf('postgres'));
  const unwatch = keepRunning(cluster, port, options.onTrouble ?? (() => undefined));
  return {
    url: urlOf(databaseName),
    home,
    found,
    stop: async () => {
      await unwatch();
      if (!(await usedByOthers(urlOf('postgres')))) await stopCluster(cluster);
    },
  };
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
  await withClient(url, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [databaseName]);
    if (rowCount) return;
    await client.query(`create database ${databaseName}`).catch((error: unknown) => {
      // Another program made it in the same moment.
      if (!/^(42P04|23505)$/.test((error as pg.DatabaseError).code ?? '')) throw error;
    });
  });
}

const usedByOthers = (url: string): Promise<boolean> =>
  withClient(url, async (client) => {
    const { rowCount } = await client.query(
      "select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    );
    return Boolean(rowCount);
  }).catch(() => false);

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
