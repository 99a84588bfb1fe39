/** The service's settings: environment variables, read and validated once. No other module reads `process.env`. */
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { consoleSettings } from '@cloakroom/server-kit/consoleSettings.ts';
import { requireFolder, requireLogFile } from '@cloakroom/server-kit/folders.ts';
import { StartupError } from '@cloakroom/server-kit/startupError.ts';
import { databaseAddress, tlsModes, type DatabaseAddress } from './db/address.ts';
import { storedSecret } from './storedSecret.ts';
import { isLoopbackUrl } from './loopback.ts';
import { parseStoreUrl } from './store/storeUrl.ts';
import { trustedProxies } from './trustedProxies.ts';

const port = (fallback: number) => z.coerce.number().int().min(0).max(65_535).default(fallback);

/** Adds an issue if TRUSTED_PROXIES is invalid. */
function checkTrustedProxies(setting: string, context: z.RefinementCtx): void {
  try {
    trustedProxies(setting);
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message });
  }
}

/** Adds an issue if STORE_URL is invalid. */
function checkStoreUrl(setting: string, context: z.RefinementCtx): void {
  try {
    if (setting !== '') parseStoreUrl(setting);
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message });
  }
}

const isDatabaseUrl = (text: string) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text);
const databaseUrlHint = 'must be an address like postgres://user:password@host:5432/database';
const isMailUrl = (text: string) => /^smtps?:\/\//.test(text) && URL.canParse(text);
const httpUrl = z.url({ protocol: /^https?$/ });
const path = z.string().transform((text) => resolve(text));

/** Every setting of the service. The program uses them under the names of their environment variables. */
export const settings = z.object({
  SERVICE_PORT: port(8000),
  HOST: z.string().default('127.0.0.1'),
  /** Holds the secret, the outbox and, without DATABASE_URL, the database. */
  DATA_DIR: path.prefault('./data'),
  /** Empty: the embedded database. */
  DATABASE_URL: z.string().refine(isDatabaseUrl, databaseUrlHint).default(''),
  /** A read replica of the database, for searches. Empty: none. */
  DATABASE_READ_URL: z.string().refine(isDatabaseUrl, databaseUrlHint).default(''),
  /** How connections to the database are encrypted. */
  DATABASE_TLS: z.enum(tlsModes).default('off'),
  /** Certificates in PEM of the authorities that may sign the database's. Empty: the authorities that Node trusts. */
  DATABASE_TLS_CA_FILE: z.string().default(''),
  /** The maximum of concurrent connections. */
  DATABASE_POOL: z.coerce.number().int().min(2).max(1_000).default(8),
  /** The timeout of a single statement, in seconds. */
  DATABASE_STATEMENT_TIMEOUT: z.coerce.number().int().min(1).max(3_600).default(10),
  /** Where sealed bytes go: a folder or an object store. Empty: the database. */
  STORE_URL: z.string().default('').superRefine(checkStoreUrl),
  /** Hours that removed objects stay in the store, so that a backup of the database finds what it names. */
  STORE_RETENTION: z.coerce.number().int().min(0).max(8_760).default(0),
  /** Megabytes of memory for pages of objects; 0: none are cached. */
  STORE_MEMORY: z.coerce.number().int().min(0).max(65_536).default(128),
  /** The console's public URL, without a trailing slash. Links in mails and, where it is set, URLs in answers begin with it. */
  PUBLIC_URL: httpUrl.default('http://localhost:8080').transform((url) => url.replace(/\/+$/, '')),
  /** The address of a user's local proxy; pages without a proxy link to it. */
  PROXY_URL: httpUrl.optional(),
  /** The load balancers whose headers are trusted, in the syntax of `trustedProxies`. Empty: none. */
  TRUSTED_PROXIES: z.string().default('').superRefine(checkTrustedProxies),
  /** The key of every signature and token of the service. By default it is generated and stored in the data folder. */
  SECRET: z.string().min(32, 'needs at least 32 characters').optional(),
  /** Empty: mails go to the outbox. */
  SMTP_URL: z.string().refine(isMailUrl, 'must be an address like smtp://user:password@host:587').default(''),
  MAIL_FROM: z.string().default('Cloakroom <cloakroom@localhost>'),
  EMBEDDED_DATABASE_PORT: port(54_329),
  /** Empty: no sign-in with Google. */
  GOOGLE_CLIENT_ID: z.string().default(''),
  GOOGLE_ISSUER: z.string().default('https://accounts.google.com'),
  GOOGLE_JWKS_URL: httpUrl.default('https://www.googleapis.com/oauth2/v3/certs'),
  /** Empty: no billing. */
  STRIPE_SECRET_KEY: z.string().default(''),
  STRIPE_API_URL: httpUrl.default('https://api.stripe.com'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  /** Empty: standard output. */
  LOG_FILE: z.string().default(''),
  ...consoleSettings,
  /** The sign-in of the sample organization; shown on the sign-in page when both are set. */
  DEMO_EMAIL: z.string().optional(),
  DEMO_PASSWORD: z.string().optional(),
});

export type Config = z.output<typeof settings> & {
  /** PUBLIC_URL if it is set: URLs in answers begin with it. */
  publicUrl: string | undefined;
  SECRET: string;
  database: DatabaseAddress;
  /** The read replica. */
  replica: DatabaseAddress | null;
};

/**
 * Reads the settings of a schema; others are ignored.
 * @throws {StartupError} naming every setting that is wrong.
 */
export function parseSettings<Output>(schema: z.ZodType<Output>, environment: NodeJS.ProcessEnv): Output {
  const parsed = schema.safeParse(presentIn(environment));
  if (parsed.success) return parsed.data;
  throw new StartupError(
    parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}.`).join(' ') +
      ' Correct these environment variables and start again.',
  );
}

/** An empty variable counts as absent, so that a line of `.env` can switch something off. */
const presentIn = (environment: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));

/**
 * Reads the settings; creates the data folder and, on the first run, the secret (readable by its owner alone).
 * @throws {StartupError} naming every setting that is wrong, or the file or folder that can't be used.
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const config = parseSettings(settings, environment);
  if (config.SMTP_URL === '' && !isLoopbackUrl(config.PUBLIC_URL))
    throw new StartupError(
      `SMTP_URL is empty, but PUBLIC_URL is ${config.PUBLIC_URL}: people elsewhere would get no mail, and could not open their accounts. Set SMTP_URL to a mail server (smtp://user:password@host:587) and start again.`,
    );
  if (config.DATABASE_READ_URL && !config.DATABASE_URL)
    throw new StartupError(
      'DATABASE_READ_URL is set, but DATABASE_URL is empty: the embedded database has no replica. Set DATABASE_URL to the primary, or remove DATABASE_READ_URL.',
    );
  requireFolder(config.DATA_DIR, 'DATA_DIR');
  if (config.LOG_FILE) requireLogFile(config.LOG_FILE, 'LOG_FILE');
  const report = (sentence: string) => void process.stderr.write(`${sentence}\n`);
  const database = databaseAddress(config.DATABASE_URL, config);
  const replica = config.DATABASE_READ_URL
    ? databaseAddress(config.DATABASE_READ_URL, config, 'DATABASE_READ_URL')
    : null;
  return {
    ...config,
    publicUrl: presentIn(environment).PUBLIC_URL === undefined ? undefined : config.PUBLIC_URL,
    database,
    replica,
    SECRET: config.SECRET ?? storedSecret(join(config.DATA_DIR, 'secret'), report),
  };
}
