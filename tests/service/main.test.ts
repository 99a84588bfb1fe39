/** The program itself: started, killed, restarted, stopped. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freshDatabase } from '#tests/service/support/service.ts';
import { processesOf } from '#tests/support/processes.ts';
import { bundle } from '#tools/bundle.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';

const program = bundle('packages/service/main.ts');
let dataDir: string;
const running = new Set<ChildProcess>();
beforeEach(async () => void (dataDir = await temporaryFolder()));
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
});

// Several programs one after the other, each of which loads everything.
vi.setConfig({ testTimeout: 180_000 });

const environment = () => {
  const ports = { SERVICE_PORT: '0', EMBEDDED_DATABASE_PORT: '0' };
  return { ...process.env, DATA_DIR: dataDir, ...ports, LOG_LEVEL: 'silent' };
};

/** Starts the program on a free port and waits for its first output. */
async function start(more: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, ['--enable-source-maps', program], {
    env: { ...environment(), ...more },
  });
  running.add(child);
  // Waits for 'close', not 'exit': output can arrive after the exit.
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child);
    return code as number | null;
  });
  let output = '';
  const ready = new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (/token=\S+\n/.test(output)) resolve();
    });
    void ended.then(() => reject(new Error(output)));
  });
  await ready;
  const url = /http:\S+\d/.exec(output)?.[0] ?? '';
  return { child, ended, outputSoFar: () => output, url };
}

const register = (url: string, email: string) =>
  fetch(`${url}/api/accounts/register/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email,
      first_name: 'A',
      password: 'long enough by far',
      password_confirm: 'long enough by far',
    }),
  });

test('starts on a bare machine with two lines, survives a kill -9 with what it acknowledged, and stops cleanly', async () => {
  const first = await start();
  expect(first.outputSoFar()).toMatch(
    /^The service listens on (http:\/\/127\.0\.0\.1:\d+)\.\nMails wait in the outbox: \1\/outbox\?token=[\w-]{43}\n$/,
  );
  expect((await register(first.url, 'ada@example.org')).status).toBe(200);
  first.child.kill('SIGKILL');
  await first.ended;

  const second = await start();
  await register(second.url, 'ada@example.org');
  const token = /token=(\S+)/.exec(second.outputSoFar())?.[1] ?? '';
  const outbox = await (await fetch(`${second.url}/api/outbox/?token=${token}`)).text();
  // Only a known address gets this mail.
  expect(outbox).toContain('Choose a password and open your account');
  second.child.kill('SIGTERM');
  expect(await second.ended).toBe(0);
  await expect(fetch(second.url)).rejects.toThrow();
});

test('a signal lets running calls end, and does not wait for idle connections', async () => {
  const { url: DATABASE_URL, drop } = await freshDatabase();
  const service = await start({ DATABASE_URL });
  const idle = connect(Number(new URL(service.url).port), '127.0.0.1');
  idle.on('error', () => undefined);
  await once(idle, 'connect');
  const calls = Array.from({ length: 8 }, (_, at) => register(service.url, `person${at}@example.org`));
  await Promise.race(calls);
  const stoppedAt = Date.now();
  service.child.kill('SIGTERM');
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(await service.ended).toBe(0);
  expect(Date.now() - stoppedAt).toBeLessThan(3_000);
  await drop();
});

test('two instances start at the same time on one empty database', async () => {
  const { url: DATABASE_URL, drop } = await freshDatabase();
  const instances = await Promise.all([start({ DATABASE_URL }), start({ DATABASE_URL })]);
  for (const { url } of instances) expect((await fetch(`${url}/api/health/`)).status).toBe(200);
  for (const { child, ended } of instances) {
    child.kill('SIGTERM');
    await ended;
  }
  await drop();
});

/** Runs the program until it exits. */
async function startError(settings: NodeJS.ProcessEnv) {
  const error = await start(settings).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(Error);
  const { message } = error as Error;
  expect(message).toMatch(/^The service did not start\. /);
  expect(message).not.toMatch(/\n\s+at /);
  return message;
}

test('names a taken port, starts no database for it, and leaves the database of a running instance alone', async () => {
  const first = await start();
  const { port } = new URL(first.url);
  const sentence = `SERVICE_PORT: port ${port} on 127.0.0.1 is taken by another program.`;
  expect(await startError({ SERVICE_PORT: port })).toContain(sentence);
  // An instance without a recently used connection still counts as a user of the database.
  const second = await start();
  second.child.kill('SIGTERM');
  expect(await second.ended).toBe(0);
  expect((await fetch(`${first.url}/api/health/`)).status).toBe(200);
  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);
  expect([...processesOf(dataDir).values()]).toEqual([]);
});

test('a first start that is killed at any moment does not block the next one, and leaves nothing incomplete', async () => {
  const databaseFolders = () => readdirSync(dataDir).filter((name) => /^postgres\.\d+\.\w+$/.test(name));
  const serving = () => existsSync(join(dataDir, 'postgres/postmaster.pid'));
  const moments: [string, () => boolean][] = [
    ['the database’s folder exists', () => databaseFolders().length > 0],
    [
      'the database is initialized',
      () => databaseFolders().some((name) => existsSync(join(dataDir, name, 'global/pg_control'))),
    ],
    ['the database starts', serving],
  ];
  /**
   * Starts the service and kills it at the moment.
   * @returns false if the moment was missed.
   */
  const killedAt = async (reached: () => boolean): Promise<boolean> => {
    const child = spawn(process.execPath, [program], { env: environment() });
    const ended = once(child, 'exit');
    const seen = await vi.waitFor(
      () => {
        const inTime = reached();
        expect(inTime || serving()).toBe(true);
        return inTime;
      },
      { timeout: 60_000, interval: 5 },
    );
    child.kill('SIGKILL');
    await ended;
    return seen;
  };
  for (const [moment, reached] of moments) {
    // A busy machine can miss the moment, which is then tried again in an empty folder.
    let attempts = 1;
    while (!(await killedAt(reached))) {
      expect(attempts++, `${moment} was missed ${attempts} times`).toBeLessThan(10);
      for (const pid of processesOf(dataDir).keys()) process.kill(pid, 'SIGKILL');
      await vi.waitFor(() => expect([...processesOf(dataDir).values()]).toEqual([]), { timeout: 30_000 });
      for (const name of readdirSync(dataDir))
        await rm(join(dataDir, name), { recursive: true, force: true });
    }
  }
  const { child, ended } = await start();
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(readdirSync(dataDir).filter((name) => /^postgres\.\d|\.tmp$|\.password$/.test(name))).toEqual([]);
  expect([...processesOf(dataDir).values()]).toEqual([]);
});

test('a wrong setting prevents the start with a sentence', async () => {
  expect(await startError({ PUBLIC_URL: 'nowhere' })).toMatch(
    /PUBLIC_URL: .* Correct these environment variables/,
  );
});
