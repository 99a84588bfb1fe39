/** `npm start` with real processes: its message if it can't start, and the end of all its processes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { pollTimeout } from '#tests/support/pollTimeout.ts';
import { processesOf } from '#tests/support/processes.ts';
import { freePorts } from '#tools/stack.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';

// Each test starts npm, service, proxy and database.
vi.setConfig({ testTimeout: 180_000 });

const dataDir = await temporaryFolder();
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  const ports = await freePorts();
  env = {
    ...process.env,
    DATA_DIR: dataDir,
    // There is no build, and the tests open no page.
    CONSOLE_DIR: dataDir,
    SERVICE_PORT: String(ports.servicePort),
    PROXY_PORT: String(ports.proxyPort),
    EMBEDDED_DATABASE_PORT: String(ports.databasePort),
    DATABASE_URL: '',
  };
});
afterEach(() => {
  for (const pid of processesOf(dataDir).keys()) process.kill(pid, 'SIGKILL');
});

/** Runs npm as the leader of a process group, as a terminal does. */
function npmStart(settings: NodeJS.ProcessEnv = {}) {
  const child = spawn('npm', ['start'], { env: { ...env, ...settings }, detached: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const ready = () => vi.waitFor(() => expect(output).toContain('is ready'), { timeout: 150_000 });
  return { child, pid: child.pid!, output: () => output, ended, ready };
}

const untilAllEnded = () =>
  vi.waitFor(() => expect([...processesOf(dataDir).values()]).toEqual([]), pollTimeout);
const pidOf = (program: string) => [...processesOf(dataDir, program).keys()][0] ?? 0;

/** Expects that proxy, service and database run, and that they shut down cleanly. */
async function expectEnd(end: () => unknown): Promise<void> {
  expect(pidOf('service-main.mjs')).toBeGreaterThan(0);
  expect(pidOf('proxy-main.mjs')).toBeGreaterThan(0);
  expect(pidOf(`-D ${dataDir}/postgres`)).toBeGreaterThan(0);
  end();
  await untilAllEnded();
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
}

// Runs first, so that the folder is new.
test('leaves no process and no incomplete file if it ends while the database is initialized', async () => {
  const { child, ended } = npmStart();
  await vi.waitFor(() => expect(pidOf('initdb')).toBeGreaterThan(0), { timeout: 60_000, interval: 20 });
  child.kill('SIGTERM');
  await ended;
  await untilAllEnded();
  expect(readdirSync(dataDir).filter((name) => /^postgres\.\d|\.tmp$|\.password$/.test(name))).toEqual([]);
});

test.each<[string, (pid: number) => void]>([
  ['SIGINT to npm and all of its group, as by Ctrl-C', (pid) => process.kill(-pid, 'SIGINT')],
  ['SIGHUP to npm and all of its group, as when a terminal is closed', (pid) => process.kill(-pid, 'SIGHUP')],
  ['SIGKILL to npm', (pid) => process.kill(pid, 'SIGKILL')],
  [
    'SIGTERM to npm just after the service was killed',
    (pid) => {
      process.kill(pidOf('service-main.mjs'), 'SIGKILL');
      process.kill(pid, 'SIGTERM');
    },
  ],
])('%s ends proxy, service and database', async (_, end) => {
  const { pid, ready } = npmStart();
  await ready();
  await expectEnd(() => end(pid));
});

test('shows the service’s own message and the path of its log immediately', async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const { ended, output } = npmStart({ DATABASE_URL: `postgres://user:secret@127.0.0.1:${port}/database` });
  const code = await ended;
  server.close();
  expect(code).toBe(1);
  expect(output()).toContain(
    `The service did not start. DATABASE_URL: the database at 127.0.0.1:${port} closes the connection without an answer.`,
  );
  expect(output()).toContain(`Its log is ${dataDir}/service.log`);
  expect(output()).not.toMatch(/\n\s+at /);
  await untilAllEnded();
});

test('restarts a program each time it exits and prints the reason; SIGTERM to npm then ends all programs', async () => {
  const { output, ready, child } = npmStart();
  await ready();
  let lastPid = 0;
  for (let exit = 1; exit <= 7; exit++) {
    await vi.waitFor(() => {
      const proxy = pidOf('proxy-main.mjs');
      expect(proxy).toBeGreaterThan(0);
      expect(proxy).not.toBe(lastPid);
      lastPid = proxy;
    }, pollTimeout);
    process.kill(lastPid, 'SIGKILL');
    const count = exit === 1 ? '' : `, ${exit} times in a row`;
    await vi.waitFor(
      () => expect(output()).toContain(`The proxy ended by SIGKILL${count}. It is started again in `),
      pollTimeout,
    );
  }
  expect(output()).toContain(`Its log is ${dataDir}/proxy.log`);
  await vi.waitFor(() => expect(pidOf('proxy-main.mjs')).toBeGreaterThan(0), pollTimeout);
  await expectEnd(() => child.kill('SIGTERM'));
});
