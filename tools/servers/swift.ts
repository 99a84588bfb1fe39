/** A real OpenStack Swift of three nodes with its S3 interface, on loopback. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePortRange, waitUntilOk } from '../stack.ts';
import type { ObjectStoreServer } from './objectStore.ts';
import { superviseServer, type SupervisedServer } from './supervised.ts';

const script = new URL('./swift.sh', import.meta.url).pathname;
const credentials = { accessKeyId: 'cloak:room', secretAccessKey: 'secret12' };
const nodeNumbers = [1, 2, 3] as const;
/** Added to the port of the cache: the ports of the four servers of each node. */
const portOffsets = nodeNumbers.flatMap((number) => [0, 1, 2, 3].map((server) => 10 * number + server));
const packages = 'swift-proxy swift-account swift-container swift-object memcached';

export type SwiftNode = {
  /** The address of the node's S3 interface. */
  endpoint: string;
  /** Ends all servers of the node with SIGKILL. They are restarted after this time. */
  kill: (downMs?: number) => void;
};

export type Swift = ObjectStoreServer & { nodes: SwiftNode[] };

/**
 * Starts a Swift. Needs root.
 * @param parent - the folder that the data is written to; it is removed on stop.
 * @throws {Error} if Debian's packages are missing, with their names; if a node does not answer within two minutes.
 */
export async function startSwift(parent: string = tmpdir()): Promise<Swift> {
  if (!existsSync('/usr/bin/swift-proxy-server'))
    throw new Error(`The object store is OpenStack Swift: install Debian’s packages ${packages}.`);
  const folder = await mkdtemp(join(parent, 'cloakroom-swift-'));
  const first = await freePortRange(portOffsets);
  execFileSync('bash', [script, folder, String(first)]);
  const start = (name: string, ...command: [string, ...string[]]) =>
    superviseServer({ command, logFile: join(folder, `${name}.log`) });
  const cache = start('cache', 'memcached', '-u', 'root', '-l', '127.0.0.1', '-p', String(first), '-m', '32');
  const servers: SupervisedServer[] = [cache];
  const nodes = nodeNumbers.map((number): SwiftNode => {
    const nodeServers = (['account', 'container', 'object', 'proxy'] as const).map((kind) =>
      start(`${kind}-${number}`, `swift-${kind}-server`, join(folder, 'etc', `${kind}-${number}.conf`)),
    );
    servers.push(...nodeServers);
    return {
      endpoint: `http://127.0.0.1:${first + 10 * number}`,
      kill: (downMs) => nodeServers.forEach((server) => server.kill(downMs)),
    };
  });
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await Promise.all(nodes.map(({ endpoint }) => waitUntilOk(`${endpoint}/healthcheck`)));
  } catch (error) {
    await stop();
    throw error;
  }
  return { endpoint: nodes[0]!.endpoint, credentials, nodes, stop };
}
