/** The proxy's settings: read from the environment once, and checked. Nothing else reads the environment for them. */
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { consoleSettings } from '@cloakroom/server-kit/consoleSettings.ts';
import { integrationsOf, sourcesOf } from '@cloakroom/contract/integrations.ts';
import { StartProblem } from '@cloakroom/server-kit/startProblem.ts';

const loopbackHosts = ['127.0.0.1', 'localhost', '::1'];
const bytesPerMegabyte = 2 ** 20;
const path = z.string().transform((text) => resolve(text));

/** Every setting of the proxy, by the name of its environment variable. */
export const settings = z.object({
  /** The port on 127.0.0.1, and on ::1 where there is one. */
  PROXY_PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: z.string().default('127.0.0.1'),
  /** The service; of its address only the origin counts. */
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
  /** Megabytes of decrypted index that are cached. A schema whose index fits is read once; its later searches read no block. */
  INDEX_MEMORY: z.coerce.number().int().min(16).max(65_536).default(256),
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
  passphraseFile: env.KEYRING_PASSPHRASE_FILE,
  indexCacheBytes: env.INDEX_MEMORY * bytesPerMegabyte,
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
 * @throws {StartProblem} a sentence that names the setting, also when HOST would show the proxy to other machines.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed = Config.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value)));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new StartProblem(`The setting ${issue?.path.join('.') ?? ''} is wrong: ${issue?.message ?? ''}.`);
  }
  if (!loopbackHosts.includes(parsed.data.host))
    throw new StartProblem(
      `HOST is ${parsed.data.host}, but the proxy sees plain text and so listens on this machine only: leave HOST empty or set it to 127.0.0.1.`,
    );
  return parsed.data;
}
