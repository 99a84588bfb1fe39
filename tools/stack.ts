/** Starts the service and the proxy, for `npm start`, the journeys and the benchmarks. */
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { readConfig as readProxyConfig } from '@cloakroom/proxy/config.ts';
import { requireFolder } from '@cloakroom/server-kit/folders.ts';
import { StartupError } from '@cloakroom/server-kit/startupError.ts';
import { readConfig } from '@cloakroom/service/config.ts';
import { stopOrphanedDatabase } from '@cloakroom/service/db/embedded.ts';
import { outboxAddress } from '@cloakroom/service/modules/mail/outboxToken.ts';
import { openLog, startProgram, type ProgramExit, type Program } from './program.ts';

export type Stack = {
  /** The address of the console. */
  url: string;
  serviceUrl: string;
  /** The outbox's address with its token; empty if mails go to a mail server. */
  outbox: string;
  dataDir: string;
  service: Program;
  proxy: Program;
  stop(): Promise<void>;
};

export type StackOptions = {
  dataDir: string;
  servicePort: number;
  proxyPort: number;
  /** The port of the embedded database; the default one unless several stacks run side by side. */
  databasePort?: number;
  env?: NodeJS.ProcessEnv;
  /** The address at which the proxy reaches the service, if a test's server is in between. */
  upstream?: string;
  /** Writes the programs' output to `service.log` and `proxy.log` of the data folder. */
  quiet?: boolean;
  /** Called with a message when a program has ended and is about to be restarted. */
  onRestart?: (sentence: string) => void;
  /** How many times in a row a program that ends soon is restarted without delay. */
  restarts?: number;
  /** Cancels the start; started programs are ended. */
  signal?: AbortSignal;
};

const answerTimeoutMs = 120_000;
/** How much of the end of a log is shown. */
const maxLogLines = 5;
const maxLogLineLength = 300;

/** Collects garbage every 4 MB, so that chunks of a segment are freed while it is stored. */
export const serviceFlags = ['--max-semi-space-size=4'];
/**
 * Sealing threads use all cores, and helper threads of the garbage collector would take a third of them. With feedback
 * from each function's first call, V8 optimizes the first upload sooner.
 */
export const proxyFlags = ['--single-threaded-gc', '--no-lazy-feedback-allocation'];

/**
 * Starts both programs and waits until they answer.
 * @throws {StartupError} as soon as one of them refuses to start, with its reason; after two minutes without an answer.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { dataDir, servicePort, proxyPort, quiet = false, signal } = options;
  requireFolder(dataDir, 'DATA_DIR');
  const url = `http://localhost:${proxyPort}`;
  const serviceUrl = `http://127.0.0.1:${servicePort}`;
  const logOf = (name: string) => (quiet ? join(dataDir, `${name}.log`) : '');
  const start = (name: 'service' | 'proxy', env: NodeJS.ProcessEnv, flags: string[] = []) =>
    startProgram({
      entry: `packages/${name}/main.ts`,
      flags,
      env: { ...options.env, ...env, DATA_DIR: dataDir },
      output: quiet ? openLog(logOf(name)) : 'inherit',
      onExit: (ending) => options.onRestart?.(exitMessage(name, ending, logOf(name))),
      ...(options.restarts === undefined ? {} : { immediateRestarts: options.restarts }),
    });
  const serviceEnv = {
    SERVICE_PORT: String(servicePort),
    PUBLIC_URL: url,
    PROXY_URL: url,
    ...(options.databasePort ? { EMBEDDED_DATABASE_PORT: String(options.databasePort) } : {}),
  };
  const proxyEnv = { PROXY_PORT: String(proxyPort), UPSTREAM: options.upstream ?? serviceUrl };
  const service = start('service', serviceEnv, serviceFlags);
  const proxy = start('proxy', proxyEnv, proxyFlags);
  const stop = async () => {
    await proxy.stop();
    // A service that was killed left its database running.
    if (!(await service.stop()) && !process.env.DATABASE_URL) await stopOrphanedDatabase(resolve(dataDir));
  };
  const refusal = (name: string, program: Program) =>
    program.startFailure.catch((error: unknown) => {
      throw new StartupError(`The ${name} did not start. ${(error as Error).message}${logTail(logOf(name))}`);
    });
  try {
    await Promise.race([
      waitUntilOk(`${url}/api/status/`, signal),
      refusal('service', service),
      refusal('proxy', proxy),
    ]);
  } catch (error) {
    await stop();
    throw error;
  }
  const config = readConfig({ ...process.env, ...options.env, ...serviceEnv, DATA_DIR: dataDir });
  const outbox = outboxAddress(config, url);
  return { url, serviceUrl, outbox, dataDir, service, proxy, stop };
}

function exitMessage(name: string, { how, reason, times, delayMs }: ProgramExit, log: string): string {
  const count = times === 1 ? '' : `, ${times} times in a row`;
  const seconds = (delayMs / 1_000).toFixed(1);
  return `The ${name} ended ${how}${count}. ${reason ? `${reason} ` : ''}It is started again in ${seconds} s.${logTail(log)}`;
}

/** The path of a log, and its last lines. */
function logTail(log: string): string {
  if (log === '') return '';
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n').slice(-maxLogLines);
  return ` Its log is ${log}${lines[0] === '' ? '.' : `, which ends:\n${lines.map((line) => `  ${line.slice(0, maxLogLineLength)}`).join('\n')}`}`;
}

/**
 * Waits until an address answers with a success status.
 * @throws {StartupError} after two minutes; the signal's reason if it is aborted.
 */
export async function waitUntilOk(url: string, signal?: AbortSignal): Promise<void> {
  const deadline = Date.now() + answerTimeoutMs;
  while (Date.now() < deadline) {
    signal?.throwIfAborted();
    const ok = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new StartupError(`Nothing answered at ${url} within two minutes.`);
}

/**
 * The ports and the data folder of both programs, read as the programs do.
 * @throws {StartupError} that names a wrong setting, or a setting of a gateway: browsers of this machine would not find the console there.
 */
export function readStackSettings(): { dataDir: string; servicePort: number; proxyPort: number } {
  const { port: proxyPort, dataDir, socket, tls } = readProxyConfig(process.env);
  const setting = socket !== undefined ? 'PROXY_SOCKET' : tls && 'PROXY_TLS_CERT';
  if (setting !== undefined)
    throw new StartupError(
      `${setting} is a setting of a gateway, and this command starts the console at http://localhost:${proxyPort}. Remove the setting, or start the gateway as docs/gateway.md describes.`,
    );
  return { dataDir, proxyPort, servicePort: readConfig().SERVICE_PORT };
}

/** Above the ports that browsers block, and below the ephemeral ports of outgoing connections. */
const portRange = { lowest: 20_000, highest: 32_767 };
const usedPorts = new Set<number>();

/** A free TCP port. No port is returned twice in this process. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(portRange.lowest, portRange.highest + 1);
    if (usedPorts.has(port)) continue;
    usedPorts.add(port);
    if (!(await portTaken(port))) return port;
  }
}

/** The first of several free ports. @param offsets - added to the first port, they give all ports. */
export async function freePortRange(offsets: readonly number[]): Promise<number> {
  for (;;) {
    const first = await freePort();
    const taken = await Promise.all(offsets.map((offset) => portTaken(first + offset)));
    if (!taken.includes(true)) return first;
  }
}

/** Whether a program listens on a port of this machine. */
export async function portTaken(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(true));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(false)));
  });
}

/** Free ports for all programs of another stack on this machine. */
export const freePorts = async (): Promise<
  Pick<StackOptions, 'servicePort' | 'proxyPort' | 'databasePort'>
> => ({
  servicePort: await freePort(),
  proxyPort: await freePort(),
  databasePort: await freePort(),
});
