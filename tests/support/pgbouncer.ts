/** A real PgBouncer in front of a PostgreSQL, for one test file. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { vi } from 'vitest';
import { freePort } from '#tools/stack.ts';
import { pollTimeout } from './pollTimeout.ts';

export type PgBouncer = { url: string; log: () => Promise<string>; close: () => Promise<void> };

/** PgBouncer refuses to run as root. */
function account(): { uid?: number; gid?: number } {
  if (userInfo().uid !== 0) return {};
  const id = (option: string) => Number(execFileSync('id', [option, 'nobody']).toString());
  return { uid: id('-u'), gid: id('-g') };
}

/**
 * Starts PgBouncer in front of the server of `databaseUrl`. What `settings` omits has PgBouncer's default.
 * @returns the address of the same database through PgBouncer.
 */
export async function startPgBouncer(
  databaseUrl: string,
  settings: Record<string, string> = {},
): Promise<PgBouncer> {
  const target = new URL(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'cloakroom-pgbouncer-'));
  const file = (name: string) => join(folder, name);
  const port = await freePort();
  const { uid, gid } = account();
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
  await writeFile(
    file('ini'),
    [`[databases]`, `* = host=${target.hostname} port=${target.port}`, `[pgbouncer]`, ...lines, ''].join(
      '\n',
    ),
  );
  await chmod(folder, 0o700);
  if (uid !== undefined && gid !== undefined)
    for (const path of [folder, file('users'), file('ini')]) await chown(path, uid, gid);
  const child = spawn('/usr/sbin/pgbouncer', [file('ini')], {
    stdio: 'ignore',
    ...(uid === undefined ? {} : { uid }),
    ...(gid === undefined ? {} : { gid }),
  });
  const ended = once(child, 'exit');
  target.hostname = '127.0.0.1';
  target.port = String(port);
  const url = target.href;
  await vi.waitFor(async () => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    await client.end();
  }, pollTimeout);
  return {
    url,
    log: () => readFile(file('log'), 'utf8'),
    close: async () => {
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
