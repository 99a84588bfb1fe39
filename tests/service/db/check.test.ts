/** The messages for a database that can't be used. */
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { StartupError } from '@cloakroom/server-kit/startupError.ts';
import { answerTimeout, checkDatabase } from '@cloakroom/service/db/check.ts';
import { startOldPostgres } from '#tests/support/oldPostgres.ts';
import { freePort } from '#tools/stack.ts';

const right = process.env.TEST_DATABASE_URL ?? '';
const closing: (() => unknown)[] = [];
afterEach(() => closing.splice(0).map((close) => close()));

const changed = (change: (url: URL) => void) => {
  const url = new URL(right);
  change(url);
  return url.href;
};

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  return `postgres://user:secret@127.0.0.1:${(server.address() as AddressInfo).port}/database`;
}

/** Accepts connections and never answers; they end with the test, as does a short timeout. */
function silent(): Server {
  const { ms } = answerTimeout;
  answerTimeout.ms = 500;
  closing.push(() => (answerTimeout.ms = ms));
  return createServer((socket) => {
    closing.push(() => socket.destroy());
  });
}

test('connecting and the first query may take less than ten seconds', () => {
  expect(2 * answerTimeout.ms).toBeLessThan(10_000);
});

async function problemOf(url: string): Promise<string> {
  const error = await checkDatabase(url).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(StartupError);
  return (error as StartupError).message;
}

test('the right address passes', async () => {
  await expect(checkDatabase(right)).resolves.toBeUndefined();
});

// prettier-ignore
const wrong: [string, () => string | Promise<string>, RegExp][] = [
  ['nothing listens', async () => `postgres://u:secret@127.0.0.1:${await freePort()}/d`, /can’t be reached: nothing listens on that port\. Start PostgreSQL there, or correct host and port\.$/],
  ['an unknown host', () => 'postgres://u:secret@no-such-machine.invalid/d', /no-such-machine\.invalid:5432 can’t be reached: (no machine of that name|its name can’t)/],
  ['a wrong password', () => changed((url) => (url.password = 'secret')), /refuses the password of user/],
  ['no password', () => changed((url) => (url.password = '')), /wants a password for user/],
  ['a wrong database', () => changed((url) => (url.pathname = '/nowhere')), /has no database "nowhere"/],
  ['a web server', () => listening(createHttpServer((_request, response) => response.end('hello'))), /closes the connection without an answer|does not answer/],
  ['a server that says nothing', () => listening(silent()), /accepts connections and does not answer/],
  ['a server that is too old', async () => {
    const { url, close } = await startOldPostgres('140012');
    closing.push(close);
    return url;
  }, /is PostgreSQL 14\. Cloakroom needs PostgreSQL 15 or later/],
];
test.each(wrong)(
  '%s: one sentence that names the setting, within ten seconds',
  { timeout: 10_000 },
  async (_, url, reason) => {
    const sentence = await problemOf(await url());
    expect(sentence).toMatch(/^DATABASE_URL: the database at /);
    expect(sentence).toMatch(reason);
    expect(sentence).not.toContain('secret');
  },
);
