/** The service's settings: environment variables, read once; nothing else reads `process.env`. */
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { consoleSettings } from '@cloakroom/server-kit/consoleSettings.ts';
import { requireFolder, requireLogFile } from '@cloakroom/server-kit/folders.ts';
import { type Integration, integrationsOf, integrationSettings } from '@cloakroom/server-kit/integrations.ts';
import { StartProblem } from '@cloakroom/server-kit/startProblem.ts';
import type { DatabaseLimits } from './db/client.ts';
import { storedSecret } from './storedSecret.ts';
import { isLoopbackUrl } from './loopback.ts';
import { trustedProxies } from './trustedProxies.ts';

const port = (fallback: number) => z.coerce.number().int().min(0).max(65_535).default(fallback);

/** Reports why the setting of trusted load balancers can't be read. */
function readable(setting: string, context: z.RefinementCtx): void {
  try {
    trustedProxies(setting);
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message });
  }
}

const isDatabaseUrl = (text: string) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text);
const isMailUrl = (text: string) => /^smtps?:\/\//.test(text) && URL.canParse(text);

const Environment = z.object({
  SERVICE_PORT: port(8000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .refine(isDatabaseUrl, 'must be an address like postgres://user:password@host:5432/database')
    .default(''),
  DATABASE_POOL: z.coerce.number().int().min(2).max(1_000).default(8),
  DATABASE_STATEMENT_TIMEOUT: z.coerce.number().int().min(1).max(3_600).default(10),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).default('http://localhost:8080'),
  TRUSTED_PROXIES: z.string().default('').superRefine(readable),
  SECRET: z.string().min(32, 'needs at least 32 characters').optional(),
  SMTP_URL: z.string().refine(isMailUrl, 'must be an address like smtp://user:password@host:587').default(''),
  MAIL_FROM: z.string().default('Cloakroom <cloakroom@localhost>'),
  EMBEDDED_DATABASE_PORT: port(54_329),
  GOOGLE_CLIENT_ID: z.string().default(''),
  GOOGLE_ISSUER: z.string().default('https://accounts.google.com'),
  GOOGLE_JWKS_URL: z.url({ protocol: /^https?$/ }).default('https://www.googleapis.com/oauth2/v3/certs'),
  STRIPE_SECRET_KEY: z.string().default(''),
  STRIPE_API_URL: z.url({ protocol: /^https?$/ }).default('https://api.stripe.com'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  LOG_FILE: z.string().default(''),
  ...consoleSettings,
  ...integrationSettings,
  DEMO_EMAIL: z.string().optional(),
  DEMO_PASSWORD: z.string().optional(),
});

export type Config = {
  port: number;
  host: string;
  /** Absolute. Holds the secret, the outbox and, unless there is a database elsewhere, the database. */
  dataDir: string;
  /** Empty: the embedded database. */
  databaseUrl: string;
  databaseLimits: DatabaseLimits;
  embeddedDatabasePort: number;
  /** Where people open the console, without a last slash; links in mails begin with it. */
  publicUrl: string;
  /** The load balancers that are believed, as `trustedProxies` reads them; empty: none. */
  trustedProxies: string;
  /** What every signature and token of the service derives from. */
  secret: string;
  /** Empty: mails go to the outbox. */
  smtpUrl: string;
  mailFrom: string;
  /** An empty client id: there is no sign-in with Google. */
  google: { clientId: string; issuer: string; jwksUrl: string };
  /** An empty key: there is no billing. */
  stripe: { secretKey: string; apiUrl: string };
  logLevel: string;
  /** Empty: standard output. */
  logFile: string;
  /** Absolute. The console's build. */
  consoleDir: string;
  /** Whether the console installs itself; else what it has installed is taken away. */
  serviceWorker: boolean;
  /** What of others the console's page may reach. */
  integrations: Integration[];
  /** The sign-in of the sample organization, shown on the login page. */
  demo?: { email: string; password: string };
};

/**
 * Read the settings; makes the data folder, and on the first run the secret (readable by its owner alone).
 * @throws {StartProblem} naming every setting that is wrong, or the file or folder that can't be used.
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  // An empty variable counts as absent: that is how a `.env` file switches something off.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const read = Environment.safeParse(given);
  if (!read.success)
    throw new StartProblem(
      read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}.`).join(' ') +
        ' Correct these environment variables and start again.',
    );
  const env = read.data;
  if (env.SMTP_URL === '' && !isLoopbackUrl(env.PUBLIC_URL))
    throw new StartProblem(
      `SMTP_URL is empty, but PUBLIC_URL is ${env.PUBLIC_URL}: people elsewhere would get no mail, and could not open their accounts. Set SMTP_URL to a mail server (smtp://user:password@host:587) and start again.`,
    );
  const dataDir = resolve(env.DATA_DIR);
  requireFolder(dataDir, 'DATA_DIR');
  if (env.LOG_FILE) requireLogFile(env.LOG_FILE, 'LOG_FILE');
  return {
    port: env.SERVICE_PORT,
    host: env.HOST,
    dataDir,
    databaseUrl: env.DATABASE_URL,
    databaseLimits: {
      connections: env.DATABASE_POOL,
      statementSeconds: env.DATABASE_STATEMENT_TIMEOUT,
    },
    embeddedDatabasePort: env.EMBEDDED_DATABASE_PORT,
    publicUrl: env.PUBLIC_URL.replace(/\/+$/, ''),
    trustedProxies: env.TRUSTED_PROXIES,
    secret: env.SECRET ?? storedSecret(join(dataDir, 'secret'), onStandardError),
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    google: { clientId: env.GOOGLE_CLIENT_ID, issuer: env.GOOGLE_ISSUER, jwksUrl: env.GOOGLE_JWKS_URL },
    stripe: { secretKey: env.STRIPE_SECRET_KEY, apiUrl: env.STRIPE_API_URL },
    logLevel: env.LOG_LEVEL,
    logFile: env.LOG_FILE,
    consoleDir: resolve(env.CONSOLE_DIR),
    serviceWorker: env.SERVICE_WORKER === 'on',
    integrations: integrationsOf(env),
    ...(env.DEMO_EMAIL && env.DEMO_PASSWORD
      ? { demo: { email: env.DEMO_EMAIL, password: env.DEMO_PASSWORD } }
      : {}),
  };
}

const onStandardError = (sentence: string) => void process.stderr.write(`${sentence}\n`);
