/** The proxy's settings: read from the environment once, checked, and never looked up again. */
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { consoleSettings } from '@cloakroom/server-kit/consoleSettings.ts';
import { type Integration, integrationsOf, integrationSettings } from '@cloakroom/server-kit/integrations.ts';
import { StartProblem } from '@cloakroom/server-kit/startProblem.ts';

const loopback = ['127.0.0.1', 'localhost', '::1'];

const Environment = z.object({
  PROXY_PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: z.string().default('127.0.0.1'),
  UPSTREAM: z.url({ protocol: /^https?$/ }).default('http://127.0.0.1:8000'),
  DATA_DIR: z.string().default('./data'),
  KEYRING: z.string().optional(),
  KEYRING_PASSPHRASE_FILE: z.string().optional(),
  INDEX_MEMORY: z.coerce.number().int().min(16).max(65_536).default(256),
  ...consoleSettings,
  ...integrationSettings,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export type Config = {
  /** The port on 127.0.0.1, and on ::1 where there is one. */
  port: number;
  /** The service's origin, without a last slash. */
  upstream: string;
  dataDir: string;
  /** The folder of the keyrings, one file a user. */
  keyrings: string;
  /** A file whose first line opens the keyrings; without it each has a passphrase file of its own. */
  passphraseFile: string | undefined;
  /** Bytes of opened index that are held; what fits is read once, and then no search shows at the service. */
  indexMemory: number;
  /** The console's build. */
  consoleDir: string;
  /** Whether the console installs itself; else what it has installed is taken away. */
  serviceWorker: boolean;
  /** What of others the console's page may reach. */
  integrations: Integration[];
  logLevel: z.infer<typeof Environment>['LOG_LEVEL'];
};

/**
 * Read the settings. An empty one counts as not set.
 * @throws {StartProblem} a sentence that names the setting, also when HOST would show the proxy to other machines.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed = Environment.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value)));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new StartProblem(`The setting ${issue?.path.join('.') ?? ''} is wrong: ${issue?.message ?? ''}.`);
  }
  const settings = parsed.data;
  if (!loopback.includes(settings.HOST))
    throw new StartProblem(
      `HOST is ${settings.HOST}, but the proxy sees plain text and so listens on this machine only: leave HOST empty or set it to 127.0.0.1.`,
    );
  const dataDir = resolve(settings.DATA_DIR);
  return {
    port: settings.PROXY_PORT,
    upstream: new URL(settings.UPSTREAM).origin,
    dataDir,
    keyrings: settings.KEYRING ? resolve(settings.KEYRING) : join(dataDir, 'keyrings'),
    passphraseFile: settings.KEYRING_PASSPHRASE_FILE ? resolve(settings.KEYRING_PASSPHRASE_FILE) : undefined,
    indexMemory: settings.INDEX_MEMORY * 2 ** 20,
    consoleDir: resolve(settings.CONSOLE_DIR),
    serviceWorker: settings.SERVICE_WORKER === 'on',
    integrations: integrationsOf(settings),
    logLevel: settings.LOG_LEVEL,
  };
}
