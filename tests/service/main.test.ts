/** The program itself: started, killed, started again, stopped. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freshDatabase } from '#tests/service/support/service.ts';
import { inOnePiece } from '#tools/onePiece.ts';

const program = inOnePiece('service/main.ts');
let dataDir: string;
const running = new Set<ChildProcess>();
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cloakroom-main-'));
  // As root the database runs as another user, who must be able to enter.
  await chmod(dataDir, 0o755);
});
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
  await rm(dataDir, { recursive: true, force: true });
});

// Several programs one after the other, each of which loads everything.
vi.setConfig({ testTimeout: 180_000 });

/** Starts the program on a free port and waits for its line. */
async function start(more: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, ['--enable-source-maps', program], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      SERVICE_PORT: '0',
      EMBEDDED_DATABASE_PORT: '0',
      LOG_LEVEL: 'silent',
      ...more,
    },
  });
  running.add(child);
  // Not when it exits: the last that it said may still be on its way then.
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child);
    return code as number | null;
  });
  let said = '';
  const ready = new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (/token=\S+\n/.test(said)) resolve();
    });
    void ended.then(() => reject(new Error(said)));
  });
  await ready;
  const url = /http:\S+\d/.exec(said)?.[0] ?? '';
  return { child, ended, said: () => said, url };
}

const register = (url: string, email: string) =>
  fetch(`${url}/api/accounts/register/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email,
      first_name: 'A',
      password: 'long enough',
      password_confirm: 'long enough',
    }),
  });

test('on a bare machine it starts with two lines, survives a kill -9 with what it acknowledged, and stops cleanly', async () => {
  const first = await start();
  expect(first.said()).toMatch(
    /^The service listens on (http:\/\/127\.0\.0\.1:\d+)\.\nMails wait in the outbox: \1\/outbox\/\?token=[\w-]{43}\n$/,
  );
  expect((await register(first.url, 'ada@example.org')).status).toBe(200);
  first.child.kill('SIGKILL');
  await first.ended;

  const second = await start();
  await register(second.url, 'ada@example.org');
  const address = /http:\S+token=\S+/.exec(second.said())?.[0] ?? '';
  const outbox = await (await fetch(address)).text();
  // Only a known address gets the second kind of letter.
  expect(outbox).toContain('Choose a password and open your account');
  second.child.kill('SIGTERM');
  expect(await second.ended).toBe(0);
  await expect(fetch(second.url)).rejects.toThrow();
});

test('a signal lets calls under way end, and waits for nobody who is only connected', async () => {
  const { url: DATABASE_URL, drop } = await freshDatabase();
  const service = await start({ DATABASE_URL });
  const idle = connect(Number(new URL(service.url).port), '127.0.0.1');
  idle.on('error', () => undefined);
  await once(idle, 'connect');
  const calls = Array.from({ length: 8 }, (_, at) => register(service.url, `person${at}@example.org`));
  await Promise.race(calls);
  const began = Date.now();
  service.child.kill('SIGTERM');
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(await service.ended).toBe(0);
  expect(Date.now() - began).toBeLessThan(3_000);
  await drop();
});

test('two instances start at once on one empty database', async () => {
  const { url: DATABASE_URL, drop } = await freshDatabase();
  const instances = await Promise.all([start({ DATABASE_URL }), start({ DATABASE_URL })]);
  for (const { url } of instances) expect((await fetch(`${url}/api/health/`)).status).toBe(200);
  for (const { child, ended } of instances) {
    child.kill('SIGTERM');
    await ended;
  }
  await drop();
});

test('a wrong setting is a sentence, not a start', async () => {
  await expect(start({ PUBLIC_URL: 'nowhere' })).rejects.toThrow(
    /PUBLIC_URL: .* Correct these environment variables/,
  );
});

test('with a public address and no mail server it refuses to start, and says what to set', async () => {
  await expect(start({ PUBLIC_URL: 'https://console.example' })).rejects.toThrow(
    /SMTP_URL is empty, but PUBLIC_URL is https:\/\/console\.example: .* Set SMTP_URL to a mail server/,
  );
});
