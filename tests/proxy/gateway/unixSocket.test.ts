/** A gateway on a Unix socket: who can connect, which hosts are answered, and what is left of it. */
import { existsSync } from 'node:fs';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startService } from '#tests/service/support/service.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';
import { fetchBy, startGateway } from './support.ts';

const service = await startService({ listen: true });
const folder = await temporaryFolder();
afterAll(() => service.close());

const start = (socket: string, more: Record<string, string> = {}) =>
  startGateway({ UPSTREAM: service.url, PROXY_SOCKET: socket, ...more });

async function statusAt(socket: string, headers: Record<string, string> = {}) {
  const { request, close } = fetchBy({ socketPath: socket });
  const { status } = await request('http://localhost', '/api/status/', headers);
  await close();
  return status;
}

test('user and group of the socket can use it, and it is removed with the proxy', async () => {
  const socket = join(folder, 'proxy.sock');
  const gateway = await start(socket);
  const { mode } = await stat(socket);
  expect((mode & 0o777).toString(8)).toBe('660');
  expect(await statusAt(socket)).toBe(200);
  await gateway.close();
  expect(existsSync(socket)).toBe(false);
});

test('the umask of the program is restored', async () => {
  const umask = process.umask(0o027);
  const gateway = await start(join(folder, 'umask.sock'));
  expect(process.umask(umask)).toBe(0o027);
  await gateway.close();
});

test('a socket that a killed program has left is replaced', async () => {
  const socket = join(folder, 'stale.sock');
  const program = `require('net').createServer().listen(${JSON.stringify(socket)}, () => process.kill(process.pid, 'SIGKILL'))`;
  spawnSync(process.execPath, ['-e', program]);
  expect((await stat(socket)).isSocket()).toBe(true);
  const gateway = await start(socket);
  expect(await statusAt(socket)).toBe(200);
  await gateway.close();
});

test('a socket on which another program listens is refused and not changed', async () => {
  const socket = join(folder, 'used.sock');
  const other: Server = createServer((connection) => connection.end());
  await new Promise<void>((resolve) => other.listen(socket, resolve));
  await expect(start(socket)).rejects.toThrow(`PROXY_SOCKET: another program listens on ${socket}.`);
  expect(existsSync(socket)).toBe(true);
  await new Promise((resolve) => other.close(resolve));
});

test('a path that is not a socket is refused and not changed', async () => {
  const file = join(folder, 'notes.txt');
  await writeFile(file, 'mine');
  await expect(start(file)).rejects.toThrow('exists and is not a socket');
  await mkdir(join(folder, 'folder'));
  await expect(start(join(folder, 'folder'))).rejects.toThrow('exists and is not a socket');
  expect(existsSync(file)).toBe(true);
});

test('a missing folder is named', async () => {
  await expect(start(join(folder, 'none', 'proxy.sock'))).rejects.toThrow(/its folder does not exist/);
});

test('answers under localhost and the allowed hosts, and pages of these alone', async () => {
  const socket = join(folder, 'hosts.sock');
  const gateway = await start(socket, { PROXY_ALLOWED_HOSTS: 'db1.example.org, db2.example.org:8443' });
  const statuses = async (headers: Record<string, string>) => statusAt(socket, headers);
  expect(await statuses({ host: 'localhost' })).toBe(200);
  expect(await statuses({ host: 'db1.example.org' })).toBe(200);
  expect(await statuses({ host: 'DB2.example.org:8443' })).toBe(200);
  for (const host of ['db2.example.org', 'db1.example.org:8080', 'evil.test', 'localhost:8080'])
    expect(await statuses({ host }), host).toBe(421);
  expect(await statuses({ origin: 'https://db1.example.org' })).toBe(200);
  for (const origin of ['http://db1.example.org', 'https://evil.test', 'null'])
    expect(await statuses({ origin }), origin).toBe(403);
  await gateway.close();
});
