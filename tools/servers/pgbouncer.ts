/** A real PgBouncer in front of a PostgreSQL. */
import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import pRetry from 'p-retry';
import pg from 'pg';
import { freePort } from '../stack.ts';
import { superviseServer, type ServerCommand } from './supervised.ts';

const connectIntervalMs = 100;
const connectAttempts = 300;

export type PgBouncer = { url: string; log: () => Promise<string>; close: () => Promise<void> };

/** PgBouncer refuses to run as root: then it runs as `nobody`. */
function unprivilegedAccount(): { uid?: number; gid?: number } {
  if (userInfo().uid !== 0) return {};
  const id = (option: string) => Number(execFileSync('id', [option, 'nobody']).toString());
  return { uid: id('-u'), gid: id('-g') };
}

type PgBouncerCommand = {
  url: string;
  command: ServerCommand['command'];
  account: { uid?: number; gid?: number };
};

/**
 * Writes the configuration of a PgBouncer in front of the server of `databaseUrl`. Other settings
 * have PgBouncer's defaults.
 * @returns the address of the same database through PgBouncer, and how to start it.
 */
export async function configurePgBouncer(
  databaseUrl: string,
  folder: string,
  settings: Record<string, string> = {},
): Promise<PgBouncerCommand> {
  const target = new URL(databaseUrl);
  const file = (name: string) => join(folder, name);
  const port = await freePort();
  const owner = unprivilegedAccount();
  await writeFile(file('users'), `"${target.username}" "${decodeURIComponent(target.password)}"\n`);
  const lines = Object.entries({
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: file('users'),
    logfile: file('log'),
    ...settings,
  }).map(([name, value]) => `${name} = ${value}`);
  const databases = ['[databases]', `* = host=${target.hostname} port=${target.port}`];
  await writeFile(file('ini'), [...databases, '[pgbouncer]', ...lines, ''].join('\n'));
  await chmod(folder, 0o700);
  const { uid, gid } = owner;
  if (uid !== undefined && gid !== undefined)
    for (const path of [folder, file('users'), file('ini')]) await chown(path, uid, gid);
  const url = Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(port) }).href;
  return { url, command: ['/usr/sbin/pgbouncer', file('ini')], account: owner };
}

/**
 * Starts PgBouncer in front of the server of `databaseUrl`.
 * @param settings - as {@link configurePgBouncer} takes them.
 */
export async function startPgBouncer(
  databaseUrl: string,
  settings: Record<string, string> = {},
): Promise<PgBouncer> {
  const folder = await mkdtemp(join(tmpdir(), 'cloakroom-pgbouncer-'));
  const { url, ...start } = await configurePgBouncer(databaseUrl, folder, settings);
  const server = superviseServer({ ...start, logFile: '/dev/null' });
  await waitUntilConnected(url);
  return {
    url,
    log: () => readFile(join(folder, 'log'), 'utf8'),
    close: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Waits until a database accepts connections. @throws {Error} the last refusal, after half a minute. */
const waitUntilConnected = (url: string): Promise<void> =>
  pRetry(
    async () => {
      const client = new pg.Client({ connectionString: url });
      client.on('error', () => undefined);
      await client.connect();
      await client.end();
    },
    { retries: connectAttempts, minTimeout: connectIntervalMs, factor: 1 },
  );
