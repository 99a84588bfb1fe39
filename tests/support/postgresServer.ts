/** Separate PostgreSQL servers, for tests that change a server's settings. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, vi } from 'vitest';
import { databaseAccount } from '@cloakroom/service/db/embedded/account.ts';
import { findBinaries } from '@cloakroom/service/db/embedded/binaries.ts';
import { startCluster, stopCluster } from '@cloakroom/service/db/embedded/cluster.ts';
import { startEmbeddedDatabase } from '@cloakroom/service/db/embedded.ts';
import { childrenOf } from '#tools/servers/killDatabase.ts';
import { pollTimeout } from './pollTimeout.ts';

export type PostgresServer = {
  url: string;
  /** The folder of the cluster. */
  folder: string;
  stop: () => Promise<void>;
};

/** Creates a folder that PostgreSQL's system account can access. */
export async function postgresFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cloakroom-postgres-'));
  await chmod(folder, 0o755);
  return folder;
}

/** Starts a new server on a free port of the loopback address. */
export async function startPostgresServer(): Promise<PostgresServer> {
  const dataDir = await postgresFolder();
  const { url, home, stop } = await startEmbeddedDatabase({ dataDir, port: 0 });
  return {
    url,
    folder: join(home, 'postgres'),
    stop: async () => {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Runs statements one by one on a separate connection, which may break. @returns the rows of the last one. */
export async function runOn(url: string, ...statements: string[]): Promise<Record<string, string>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    let rows: Record<string, string>[] = [];
    for (const statement of statements) ({ rows } = await client.query<Record<string, string>>(statement));
    return rows;
  } finally {
    await client.end();
  }
}

/** Creates a certificate authority. @returns the file of its certificate, and a function that issues server certificates. */
export async function makeAuthority() {
  const folder = await postgresFolder();
  const file = (name: string) => join(folder, name);
  const openssl = (options: string, ...rest: string[]) =>
    execFileSync('openssl', [...options.split(' '), ...rest], { stdio: 'ignore' });
  const ec = '-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes';
  openssl(`req -x509 ${ec} -days 2 -subj /CN=Authority -keyout`, file('ca.key'), '-out', file('ca.pem'));
  return {
    caFile: file('ca.pem'),
    /** Issues a certificate for a host name. @returns the files of the key and of the certificate. */
    issue: async (host: string) => {
      const [key, csr, crt, ext] = ['key', 'csr', 'crt', 'ext'].map((name) => file(`${host}.${name}`));
      await writeFile(ext!, `subjectAltName=DNS:${host}\n`);
      openssl(`req ${ec} -subj /CN=${host} -keyout`, key!, '-out', csr!);
      const signing = ['-CA', file('ca.pem'), '-CAkey', file('ca.key'), '-extfile', ext!];
      openssl('x509 -req -days 2 -CAcreateserial -in', csr!, ...signing, '-out', crt!);
      return { key: key!, crt: crt! };
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Makes a server encrypt connections with this certificate, and refuse unencrypted ones. */
export async function requireTls({ url, folder }: PostgresServer, certificate: { key: string; crt: string }) {
  const account = await databaseAccount();
  for (const [source, name] of [
    [certificate.key, 'server.key'],
    [certificate.crt, 'server.crt'],
  ] as const) {
    await writeFile(join(folder, name), await readFile(source), { mode: 0o600 });
    if (account) await chown(join(folder, name), account.uid, account.gid);
  }
  const rules = join(folder, 'pg_hba.conf');
  await writeFile(rules, (await readFile(rules, 'utf8')).replace(/^host\s/gm, 'hostssl '));
  await runOn(url, 'alter system set ssl = on', 'select pg_reload_conf()');
}

export type Replica = PostgresServer & {
  /** Stops applying the changes that the primary sends. */
  pause: () => Promise<unknown>;
  resume: () => Promise<unknown>;
  /** Ends the server as a crash would. `start` restarts it on its port. */
  kill: () => Promise<void>;
  start: () => Promise<void>;
  /** Stops all its processes with SIGSTOP: it keeps its connections and answers nothing. */
  freeze: () => void;
  thaw: () => void;
};

/** Starts a streaming replica of a server, from a base backup. */
export async function startReplica(primary: PostgresServer): Promise<Replica> {
  const home = await postgresFolder();
  const folder = join(home, 'postgres');
  const account = await databaseAccount();
  const source = new URL(primary.url);
  const password = decodeURIComponent(source.password);
  await copyCluster(primary, folder);
  const connection = `host=${source.hostname} port=${source.port} user=${source.username} password=${password}`;
  const settings = `\nprimary_conninfo = '${connection}'\nprimary_slot_name = 'replica'\n`;
  await appendFile(join(folder, 'postgresql.auto.conf'), settings);
  await writeFile(join(folder, 'standby.signal'), '');
  if (account) execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, folder]);
  const cluster = { home, account, binaries: await findBinaries(account, home), password };
  let server = await startCluster(cluster, 0);
  const url = Object.assign(new URL(primary.url), { port: String(server.port) }).href;
  const frozen: number[] = [];
  const thaw = () => frozen.splice(0).forEach((pid) => process.kill(pid, 'SIGCONT'));
  const kill = async () => {
    process.kill(server.pid, 'SIGQUIT');
    await vi.waitFor(() => expect(existsSync(`/proc/${server.pid}`)).toBe(false), pollTimeout);
  };
  return {
    url,
    folder,
    pause: () => runOn(url, 'select pg_wal_replay_pause()'),
    resume: () => runOn(url, 'select pg_wal_replay_resume()'),
    kill,
    start: async () => {
      server = await startCluster(cluster, server.port);
    },
    freeze: () => {
      frozen.push(server.pid, ...childrenOf(server.pid));
      for (const pid of frozen) process.kill(pid, 'SIGSTOP');
    },
    thaw,
    stop: async () => {
      thaw();
      await stopCluster(cluster);
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Copies a running server's folder in backup mode. A slot makes the primary keep its write-ahead log for the replica. */
async function copyCluster({ url, folder }: PostgresServer, target: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_create_physical_replication_slot('replica', true)");
    await client.query("select pg_backup_start('replica', true)");
    execFileSync('cp', ['-a', folder, target]);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    await rm(join(target, 'postmaster.pid'), { force: true });
    await rm(join(target, 'pg_wal'), { recursive: true });
    await mkdir(join(target, 'pg_wal', 'archive_status'), { recursive: true, mode: 0o700 });
    await writeFile(join(target, 'backup_label'), rows[0]!.labelfile);
  } finally {
    await client.end();
  }
}
