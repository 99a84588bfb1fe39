/** A real Ceph with its RADOS gateway, which has an S3 interface, on loopback. It keeps its data in memory. */
import { execFile, execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePortRange, waitUntilOk } from '../stack.ts';
import type { ObjectStoreServer } from './objectStore.ts';
import { superviseServer, type SupervisedServer } from './supervised.ts';

const run = promisify(execFile);
const script = new URL('./ceph.sh', import.meta.url).pathname;
const packages = 'ceph-mon ceph-osd radosgw';
const osdNumbers = ['0', '1', '2'];
const commandTimeoutMs = 120_000;
const credentials = { accessKeyId: 'cloakroom', secretAccessKey: 'secret12' };

/**
 * Starts a Ceph. Needs root.
 * @throws {Error} if Debian's packages are missing, with their names; if the gateway does not answer within two minutes.
 */
export async function startCeph(): Promise<ObjectStoreServer> {
  if (!existsSync('/usr/bin/radosgw'))
    throw new Error(`The object store is Ceph: install Debian’s packages ${packages}.`);
  const folder = await mkdtemp(join(tmpdir(), 'cloakroom-ceph-'));
  const first = await freePortRange([0, 1]);
  execFileSync('bash', [script, folder, String(first)], { stdio: 'ignore' });
  const config = ['-c', join(folder, 'ceph.conf')];
  const servers: SupervisedServer[] = [];
  const start = (name: string, ...command: [string, ...string[]]) =>
    servers.push(
      superviseServer({ command: [...command, '-f', ...config], logFile: join(folder, `${name}.out`) }),
    );
  const command = (program: string, ...parameters: string[]) =>
    run(program, [...config, ...parameters], { timeout: commandTimeoutMs });
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    start('mon', 'ceph-mon', '-i', 'a');
    for (const number of osdNumbers) {
      const id = randomUUID();
      await mkdir(join(folder, `osd${number}`));
      await command('ceph', 'osd', 'new', id, number);
      await command('ceph-osd', '-i', number, '--mkfs', '--osd-uuid', id);
      start(`osd${number}`, 'ceph-osd', '-i', number);
    }
    start('gateway', 'radosgw', '-n', 'client.gateway');
    const endpoint = `http://127.0.0.1:${first + 1}`;
    await waitUntilOk(endpoint);
    const { accessKeyId, secretAccessKey } = credentials;
    const keys = ['--access-key', accessKeyId, '--secret-key', secretAccessKey];
    const user = ['--uid', 'cloakroom', '--display-name', 'Cloakroom', ...keys];
    await command('radosgw-admin', '-n', 'client.gateway', 'user', 'create', ...user);
    return { endpoint, credentials, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
