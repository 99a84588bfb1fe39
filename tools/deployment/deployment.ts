/** A deployment for many people on one machine: balancer, three services, connection pooler, database, object store, two proxies. */
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '@cloakroom/service/config.ts';
import { startEmbeddedDatabase } from '@cloakroom/service/db/embedded.ts';
import { outboxAddress } from '@cloakroom/service/modules/mail/outboxToken.ts';
import { openLog, startProgram, type Program } from '../program.ts';
import { documentedConfig, replaced } from '../servers/balancers.ts';
import { killDatabase } from '../servers/killDatabase.ts';
import { configurePgBouncer } from '../servers/pgbouncer.ts';
import { superviseServer } from '../servers/supervised.ts';
import { environmentOf, newBucket } from '../servers/objectStore.ts';
import { startSwift } from '../servers/swift.ts';
import { freePort, proxyFlags, serviceFlags, waitUntilOk } from '../stack.ts';

/** The most connections of one instance: in PgBouncer's session mode all three stay below its limit of 20. */
const maxConnectionsOfService = 6;
const serviceCount = 3;
const proxyCount = 2;

/** A program or server that can be killed. It is restarted automatically, half a second later or after `downMs`. */
export type Part = { name: string; kill: (downMs?: number) => void };

export type Deployment = {
  /** The console of each person, at the proxy on their machine. */
  proxyUrls: string[];
  /** The service behind the load balancer. */
  serviceUrl: string;
  /** The outbox's address with its token. */
  outbox: string;
  databaseUrl: string;
  storeUrl: string;
  services: Part[];
  /** Each with its proxy, account, container and object server. */
  storeNodes: Part[];
  balancer: Part;
  pooler: Part;
  database: Part;
  proxies: Part[];
  /** Restarts one service after the other, each with a graceful shutdown. */
  rollingRestart: () => Promise<void>;
  stop: () => Promise<void>;
};

/**
 * Starts everything in an empty folder.
 * @param onProgress - called with the name of each part before it is started.
 * @throws {Error} that names the part that does not start.
 */
export async function startDeployment(
  folder: string,
  onProgress: (text: string) => void,
): Promise<Deployment> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each();
  };
  const inFolder = (name: string) => {
    const path = join(folder, name);
    mkdirSync(path, { recursive: true });
    return path;
  };
  const logFolder = inFolder('logs');
  const logOf = (name: string) => join(logFolder, `${name}.log`);

  async function startBalancer(services: string[], nodes: string[]) {
    const [servicePort, storePort] = [await freePort(), await freePort()];
    const file = join(folder, 'haproxy.cfg');
    writeFileSync(file, balancerConfig({ servicePort, services, storePort, nodes }));
    const server = superviseServer({
      command: ['/usr/sbin/haproxy', '-db', '-f', file],
      logFile: logOf('haproxy'),
    });
    stops.push(() => server.stop());
    return {
      server,
      serviceUrl: `http://127.0.0.1:${servicePort}`,
      storeUrl: `http://127.0.0.1:${storePort}`,
    };
  }

  async function startDatabase() {
    const dataDir = inFolder('database');
    // PostgreSQL's system account needs access to it.
    chmodSync(dataDir, 0o755);
    const database = await startEmbeddedDatabase({ dataDir, port: await freePort() });
    stops.push(() => database.stop());
    return database;
  }

  async function startPooler(databaseUrl: string) {
    const { url, command, account } = await configurePgBouncer(databaseUrl, inFolder('pgbouncer'));
    const server = superviseServer({ command, account, logFile: logOf('pgbouncer') });
    stops.push(() => server.stop());
    return { server, url };
  }

  function start(program: 'service' | 'proxy', env: NodeJS.ProcessEnv, name: string): Program {
    const flags = program === 'service' ? serviceFlags : proxyFlags;
    const started = startProgram({
      entry: `packages/${program}/main.ts`,
      flags,
      env,
      output: openLog(logOf(name)),
      immediateRestarts: Infinity,
    });
    stops.push(() => started.stop());
    return started;
  }

  try {
    onProgress('PostgreSQL');
    const { url: databaseUrl, home } = await startDatabase();
    onProgress('PgBouncer');
    const pooler = await startPooler(databaseUrl);
    onProgress('three nodes of Swift');
    const swift = await startSwift(inFolder('swift'));
    stops.push(() => swift.stop());

    onProgress('HAProxy');
    const servicePorts = await ports(serviceCount);
    const proxyPorts = await ports(proxyCount);
    const { server: balancer, ...urls } = await startBalancer(
      servicePorts.map(addressOf),
      swift.nodes.map(({ endpoint }) => new URL(endpoint).host),
    );
    const storeUrl = await newBucket(swift, urls.storeUrl);

    onProgress('three services');
    const serviceEnv = {
      ...environmentOf(swift.credentials),
      DATA_DIR: inFolder('service'),
      DATABASE_URL: pooler.url,
      DATABASE_POOL: String(maxConnectionsOfService),
      PUBLIC_URL: `http://localhost:${proxyPorts[0]}`,
      SECRET: randomBytes(32).toString('base64url'),
      STORE_URL: storeUrl,
      TRUSTED_PROXIES: '127.0.0.1',
    };
    const services = servicePorts.map((port, index) =>
      start('service', { ...serviceEnv, SERVICE_PORT: String(port) }, `service-${index + 1}`),
    );
    for (const [index, port] of servicePorts.entries()) await untilAnswers(services[index]!, healthOf(port));
    await waitUntilOk(`${urls.serviceUrl}/api/health/`);

    onProgress('two proxies');
    const proxies = proxyPorts.map((port, index) => {
      const name = `proxy-${index + 1}`;
      const env = { DATA_DIR: inFolder(name), PROXY_PORT: String(port), UPSTREAM: urls.serviceUrl };
      return start('proxy', env, name);
    });
    for (const [index, port] of proxyPorts.entries())
      await untilAnswers(proxies[index]!, `http://127.0.0.1:${port}/api/status/`);

    const config = readConfig({ ...process.env, ...serviceEnv });
    return {
      proxyUrls: proxyPorts.map((port) => `http://localhost:${port}`),
      serviceUrl: urls.serviceUrl,
      outbox: outboxAddress(config, `http://${addressOf(servicePorts[0]!)}`),
      databaseUrl,
      storeUrl,
      services: services.map((program, index) => partOf(`service ${index + 1}`, program)),
      storeNodes: swift.nodes.map(({ kill }, index) => ({ name: `store node ${index + 1}`, kill })),
      balancer: { name: 'HAProxy', kill: balancer.kill },
      pooler: { name: 'PgBouncer', kill: pooler.server.kill },
      database: { name: 'PostgreSQL', kill: () => killDatabase(home) },
      proxies: proxies.map((program, index) => partOf(`proxy ${index + 1}`, program)),
      rollingRestart: async () => {
        for (const [index, port] of servicePorts.entries()) {
          await services[index]!.restart();
          await waitUntilOk(healthOf(port));
        }
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const addressOf = (port: number) => `127.0.0.1:${port}`;
const healthOf = (port: number) => `http://${addressOf(port)}/api/health/`;
const ports = (count: number) => Promise.all(Array.from({ length: count }, () => freePort()));
const partOf = (name: string, program: Program): Part => ({ name, kill: () => program.kill('SIGKILL') });

/** Waits until a program answers. @throws {Error} with its reason if it does not start. */
const untilAnswers = (program: Program, url: string) =>
  Promise.race([waitUntilOk(url), program.startFailure]);

type BalancerPorts = { servicePort: number; services: string[]; storePort: number; nodes: string[] };

/** The configuration of docs/operations.md with a third service, and one more frontend for the object store. */
function balancerConfig({ servicePort, services, storePort, nodes }: BalancerPorts): string {
  const [one = '', two = '', three = ''] = services;
  const second = 'server two 10.0.0.12:8000 check';
  let config = documentedConfig('haproxy');
  config = replaced(config, second, `${second}\n  server three ${three} check`);
  config = replaced(config, '10.0.0.11:8000', one);
  config = replaced(config, '10.0.0.12:8000', two);
  config = replaced(config, 'bind :443 ssl crt /etc/ssl/cloakroom.pem', `bind ${addressOf(servicePort)}`);
  const servers = nodes.map((address, index) => `  server node${index + 1} ${address} check`);
  return `${config}
frontend store
  bind ${addressOf(storePort)}
  default_backend nodes

backend nodes
  balance roundrobin
  option httpchk GET /healthcheck
${servers.join('\n')}
`;
}
