/** Encrypted connections to a real server, by the settings. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { StartupError } from '@cloakroom/server-kit/startupError.ts';
import { writeBackup } from '@cloakroom/service/backup/backup.ts';
import { restoreBackup } from '@cloakroom/service/backup/restore.ts';
import { databaseAddress, type DatabaseAddress } from '@cloakroom/service/db/address.ts';
import { checkDatabase } from '@cloakroom/service/db/check.ts';
import { openDatabase } from '@cloakroom/service/db/client.ts';
import { databaseProblem } from '@cloakroom/service/db/databaseProblem.ts';
import { migrateDatabase } from '@cloakroom/service/db/migrate.ts';
import {
  makeAuthority,
  requireTls,
  startPostgresServer,
  type PostgresServer,
} from '#tests/support/postgresServer.ts';
import { pollTimeout } from '#tests/support/pollTimeout.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';

let server: PostgresServer;
let [right, wrong] = [] as Awaited<ReturnType<typeof makeAuthority>>[];
const folder = await temporaryFolder();

beforeAll(async () => {
  [server, right, wrong] = await Promise.all([startPostgresServer(), makeAuthority(), makeAuthority()]);
  await requireTls(server, await right.issue('localhost'));
  // The server reads its settings a moment later.
  await vi.waitFor(() => checkDatabase(address('require')), pollTimeout);
});
afterAll(async () => {
  await server.stop();
  await Promise.all([right?.remove(), wrong?.remove()]);
});

function address(
  mode: string,
  {
    caFile = '',
    host = 'localhost',
    url = server.url,
  }: { caFile?: string; host?: string; url?: string } = {},
): DatabaseAddress {
  const target = new URL(url);
  target.hostname = host;
  return databaseAddress(target.href, { DATABASE_TLS: mode, DATABASE_TLS_CA_FILE: caFile });
}

async function problemOf(database: DatabaseAddress): Promise<string> {
  const error = await checkDatabase(database).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(StartupError);
  return (error as StartupError).message;
}

test('with the right authority every connection is encrypted: check, migration, pool, backup and restore', async () => {
  const verified = address('verify-full', { caFile: right!.caFile });
  await checkDatabase(verified);
  await migrateDatabase(verified);
  const { database, close } = openDatabase(verified);
  const { rows } = await database.execute('select ssl from pg_stat_ssl where pid = pg_backend_pid()');
  expect(rows).toEqual([{ ssl: true }]);
  await close();
  const file = join(folder, 'backup');
  await writeBackup(verified, { data: folder }, file);
  // The server ends the connections of the pool a moment later.
  const restored = () => restoreBackup(verified, { data: folder }, file, { replace: true });
  await expect.poll(() => restored().catch(String), pollTimeout).toMatchObject({ rows: 0 });
});

test('`require` encrypts without verifying the certificate', async () => {
  await expect(checkDatabase(address('require', { host: '127.0.0.1' }))).resolves.toBeUndefined();
});

// prettier-ignore
const refused: [string, () => DatabaseAddress, RegExp][] = [
  ['another authority', () => address('verify-full', { caFile: wrong!.caFile }), /has a certificate that no known authority has signed .* Set DATABASE_TLS_CA_FILE/],
  ['an authority that only the machine would know', () => address('verify-full'), /has a certificate that no known authority has signed/],
  ['another host name', () => address('verify-full', { caFile: right!.caFile, host: '127.0.0.1' }), /has a certificate for another host than "127\.0\.0\.1"/],
  ['a server without TLS', () => address('require', { url: process.env.TEST_DATABASE_URL! }), /offers no TLS/],
  ['a server without TLS, verified', () => address('verify-full', { caFile: right!.caFile, url: process.env.TEST_DATABASE_URL! }), /offers no TLS/],
  ['no encryption', () => address('off'), /refuses user .*no encryption/],
];
test.each(refused)('%s is refused with one sentence', async (_, of, reason) => {
  const database = of();
  const sentence = await problemOf(database);
  expect(sentence).toMatch(/^DATABASE_URL: the database at [^\n]+\.$/);
  expect(sentence).toMatch(reason);
  expect(sentence).not.toContain(new URL(database.url).password);
});

test('a certificate that is refused later makes calls fail with 503', async () => {
  const { database, close } = openDatabase(address('verify-full', { caFile: wrong!.caFile }));
  const error = await database.execute('select 1').catch((caught: unknown) => caught);
  expect(databaseProblem(error)).toMatchObject({ status: 503 });
  await close();
});

test.each([
  ['an unknown mode', 'verify-ca', '', '', /^DATABASE_TLS is "verify-ca"\. Set it to one of/],
  [
    'an authority that is not used',
    'require',
    '/dev/null',
    '',
    /^DATABASE_TLS_CA_FILE is set, but DATABASE_TLS is require/,
  ],
  [
    'an authority without TLS',
    'off',
    '/dev/null',
    '',
    /^DATABASE_TLS_CA_FILE is set, but DATABASE_TLS is off/,
  ],
  ['TLS to the embedded database', 'require', '', '', /^DATABASE_TLS is require, but DATABASE_URL is empty/],
  [
    'a URL that says otherwise',
    'require',
    '',
    'postgres://host/name?sslmode=disable',
    /DATABASE_URL has "sslmode" too/,
  ],
  [
    'a missing file',
    'verify-full',
    '/nowhere/ca.pem',
    'postgres://host/name',
    /\/nowhere\/ca\.pem can't be read \(ENOENT\)/,
  ],
  [
    'a file without certificates',
    'verify-full',
    '/dev/null',
    'postgres://host/name',
    /\/dev\/null holds no certificate in PEM/,
  ],
])('refuses %s', (_, mode, caFile, url, reason) => {
  const settings = { DATABASE_TLS: mode, DATABASE_TLS_CA_FILE: caFile };
  expect(() => databaseAddress(url, settings)).toThrow(reason);
  expect(() => databaseAddress(url, settings)).toThrow(StartupError);
});

test('takes several certificates from one file', async () => {
  const both = join(folder, 'both.pem');
  await writeFile(both, (await readFile(wrong!.caFile, 'utf8')) + (await readFile(right!.caFile, 'utf8')));
  await expect(checkDatabase(address('verify-full', { caFile: both }))).resolves.toBeUndefined();
});
