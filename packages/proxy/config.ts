/** The proxy's settings: read from the environment once, and checked. Nothing else reads the environment for them. */
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { consoleSettings } from '@cloakroom/server-kit/consoleSettings.ts';
import { integrationsOf, sourcesOf } from '@cloakroom/contract/integrations.ts';
import { StartupError } from '@cloakroom/server-kit/startupError.ts';
import { listenProblem } from './gateway/listenProblem.ts';
import {
  defaultIndexMegabytes,
  memoryLimits,
  minIndexMegabytes,
  minMemoryMegabytes,
} from './memoryBudget.ts';

const loopbackHosts = ['127.0.0.1', 'localhost', '::1'];
const path = z.string().transform((text) => resolve(text));
/** Names of hosts, each with its port if it differs from the one that the proxy listens on. */
const hostList = z
  .string()
  .transform((text) => text.split(',').map((host) => host.trim().toLowerCase()))
  .pipe(
    z.array(
      z
        .string()
        .regex(/^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/, 'write names of hosts, separated by commas'),
    ),
  );

/** Every setting of the proxy, by the name of its environment variable. */
export const settings = z.object({
  /** The port on 127.0.0.1, and on ::1 where there is one. */
  PROXY_PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: z.string().default('127.0.0.1'),
  /** A Unix socket to listen on instead of a port. */
  PROXY_SOCKET: path.optional(),
  /** The address to listen on. One that other machines reach needs a certificate. */
  PROXY_HOST: z.union([z.ipv4(), z.ipv6()], 'write an IP address of this machine').optional(),
  /** The certificate and its chain in PEM, and its key: the proxy then speaks https alone. */
  PROXY_TLS_CERT: path.optional(),
  PROXY_TLS_KEY: path.optional(),
  /** The names under which programs reach the proxy, beside those of this machine. */
  PROXY_ALLOWED_HOSTS: hostList.optional(),
  /** The service; only the origin of its address is used. */
  UPSTREAM: z
    .url({ protocol: /^https?$/ })
    .default('http://127.0.0.1:8000')
    .transform((url) => new URL(url).origin),
  /** The address that programs use for this proxy; URLs in answers begin with it. Without it they are paths. */
  PROXY_PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => new URL(url).origin)
    .optional(),
  DATA_DIR: path.prefault('./data'),
  /** The folder of the keyrings, one file for each user. By default it lies in the data folder. */
  KEYRING: path.optional(),
  /** A file whose first line opens the keyrings. Without it each keyring has a passphrase file of its own. */
  KEYRING_PASSPHRASE_FILE: path.optional(),
  /** A command whose first line of output opens the keyrings, in place of the file. */
  KEYRING_PASSPHRASE_COMMAND: z.string().optional(),
  /** Megabytes of decrypted index that are cached. A schema whose index fits is read once; its later searches read no block. */
  INDEX_MEMORY: z.coerce.number().int().min(minIndexMegabytes).max(65_536).optional(),
  /** Megabytes of the whole program, from which the limits of its caches and threads follow, in place of INDEX_MEMORY. */
  PROXY_MEMORY_MB: z.coerce.number().int().min(minMemoryMegabytes).max(131_072).optional(),
  ...consoleSettings,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** The settings under the names that the program uses. */
const Config = settings.transform((env) => ({
  port: env.PROXY_PORT,
  host: env.HOST,
  upstream: env.UPSTREAM,
  publicUrl: env.PROXY_PUBLIC_URL,
  dataDir: env.DATA_DIR,
  keyringDir: env.KEYRING ?? join(env.DATA_DIR, 'keyrings'),
  socket: env.PROXY_SOCKET,
  listenHost: env.PROXY_HOST,
  tls:
    env.PROXY_TLS_CERT !== undefined && env.PROXY_TLS_KEY !== undefined
      ? { certFile: env.PROXY_TLS_CERT, keyFile: env.PROXY_TLS_KEY }
      : undefined,
  allowedHosts: env.PROXY_ALLOWED_HOSTS ?? [],
  passphraseFile: env.KEYRING_PASSPHRASE_FILE,
  passphraseCommand: env.KEYRING_PASSPHRASE_COMMAND,
  ...memoryLimits(env.PROXY_MEMORY_MB, env.INDEX_MEMORY ?? defaultIndexMegabytes),
  /** The folder of the console's build. */
  consoleDir: resolve(env.CONSOLE_DIR),
  /** Whether the console installs its service worker; if not, an installed one is removed. */
  serviceWorker: env.SERVICE_WORKER === 'on',
  /** The third-party services that the console's page may reach. */
  integrations: sourcesOf(integrationsOf(env)),
  logLevel: env.LOG_LEVEL,
}));
export type Config = z.output<typeof Config>;

/**
 * Reads the settings. An empty variable counts as not set.
 * @throws {StartupError} a sentence that names the setting, also if settings contradict each other, or would show plain text to
 *   other machines.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value));
  const parsed = Config.safeParse(present);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new StartupError(
      `The setting ${issue?.path[0]?.toString() ?? ''} is wrong: ${issue?.message ?? ''}.`,
    );
  }
  const problem = contradiction(present) ?? listenProblem(parsed.data, loopbackHosts);
  if (problem !== null) throw new StartupError(problem);
  return parsed.data;
}

/** Settings of which one is enough, or of which each needs the other; null if there are none. */
function contradiction(present: Record<string, string | undefined>): string | null {
  for (const [one, other] of exclusive)
    if (present[one] !== undefined && present[other] !== undefined)
      return `${one} and ${other} are both set. Remove one of them.`;
  if ((present.PROXY_TLS_CERT === undefined) !== (present.PROXY_TLS_KEY === undefined))
    return 'A certificate needs its key: set both PROXY_TLS_CERT and PROXY_TLS_KEY, or neither of them.';
  return null;
}

/** Pairs of settings that mean two different things. */
const exclusive = [
  ['KEYRING_PASSPHRASE_FILE', 'KEYRING_PASSPHRASE_COMMAND'],
  ['PROXY_MEMORY_MB', 'INDEX_MEMORY'],
  ['PROXY_SOCKET', 'PROXY_HOST'],
  ['PROXY_SOCKET', 'PROXY_TLS_CERT'],
] as const;
