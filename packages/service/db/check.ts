/** Checks at startup that the configured database is usable. */
import pg from 'pg';
import { StartupError } from '@cloakroom/server-kit/startupError.ts';
import { connectionOptions, type DatabaseAddress } from './address.ts';

const minMajorVersion = 15;
/** The timeout of connecting and of the first query, each. */
export const answerTimeout = { ms: 4_000 };

/**
 * Connects and checks the server's version. Takes at most eight seconds.
 * @param setting - the setting with the database's URL.
 * @throws {StartupError} naming the setting, the reason and the next step; never the password.
 */
export async function checkDatabase(
  address: string | DatabaseAddress,
  setting = 'DATABASE_URL',
): Promise<void> {
  const client = new pg.Client({ ...connectionOptions(address), connectionTimeoutMillis: answerTimeout.ms });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const version = { text: 'show server_version_num', query_timeout: answerTimeout.ms };
    const { rows } = await client.query<{ server_version_num: string }>(version);
    const major = Math.floor(Number(rows[0]?.server_version_num) / 10_000);
    if (!(major >= minMajorVersion))
      throw problem(
        setting,
        client,
        `is PostgreSQL ${major}. Cloakroom needs PostgreSQL ${minMajorVersion} or later`,
      );
  } catch (error) {
    throw error instanceof StartupError ? error : problem(setting, client, reasonOf(error, client), error);
  } finally {
    client.end().catch(() => undefined);
  }
}

const problem = (setting: string, { host, port }: pg.Client, reason: string, cause?: unknown) =>
  new StartupError(`${setting}: the database at ${host}:${port} ${reason}.`, { cause });

type Reason = (client: pg.Client, message: string) => string;
const startIt = 'Start PostgreSQL there, or correct host and port';

const reasons: Record<string, Reason> = {
  ECONNREFUSED: () => `can’t be reached: nothing listens on that port. ${startIt}`,
  ENOENT: () => `can’t be reached: there is no such socket. ${startIt}`,
  ENOTFOUND: () => 'can’t be reached: no machine of that name is known. Correct the host',
  EAI_AGAIN: () => 'can’t be reached: its name can’t be looked up at present. Correct the host, or try again',
  ETIMEDOUT: () => `can’t be reached: the connection timed out. ${startIt}`,
  EHOSTUNREACH: () => `can’t be reached: no route leads to that machine. ${startIt}`,
  '28P01': ({ user }) => `refuses the password of user "${user ?? ''}". Correct user and password`,
  '28000': ({ user }, message) =>
    `refuses user "${user ?? ''}" (${message}). Correct the user, or let it in by pg_hba.conf`,
  '3D000': ({ database }) => `has no database "${database ?? ''}". Create it, or correct the name`,
  ERR_TLS_CERT_ALTNAME_INVALID: ({ host }) =>
    `has a certificate for another host than "${host}". Correct the host, or give the database a certificate for it`,
  CERT_HAS_EXPIRED: () => 'has a certificate that has expired. Renew it',
  '53300': () => 'has no connection left. Raise max_connections, or lower DATABASE_POOL of its clients',
  '57P03': () => 'is still starting, or shutting down. Start again in a moment',
};

const reasonsByMessage: [pattern: RegExp, reason: Reason][] = [
  [
    /timeout/i,
    () => 'accepts connections and does not answer. Check that it is PostgreSQL, and that it works',
  ],
  [
    /terminated|ended|ECONNRESET/i,
    () => 'closes the connection without an answer. Check that it is PostgreSQL',
  ],
  [/client password must be a/i, ({ user }) => `wants a password for user "${user ?? ''}". Add it`],
  [/does not support SSL/, () => 'offers no TLS. Set ssl = on there, or DATABASE_TLS=off'],
  [
    /CERT|SIGNATURE|ISSUER/,
    (_client, message) =>
      `has a certificate that no known authority has signed (${message}). Set DATABASE_TLS_CA_FILE to the certificate of its authority`,
  ],
  [/SSL|TLS/, (_client, message) => `can’t be reached by TLS (${message}). Correct DATABASE_TLS or sslmode`],
];

function reasonOf(error: unknown, client: pg.Client): string {
  const { code = '', message } = innermost(error);
  const known =
    reasons[code] ?? reasonsByMessage.find(([pattern]) => pattern.test(`${code} ${message}`))?.[1];
  return known ? known(client, message) : `can’t be used: ${message.replace(/\.$/, '')}`;
}

/** For a host with several addresses, pg throws an AggregateError with one error for each. */
function innermost(error: unknown): { code?: string; message: string } {
  if (error instanceof AggregateError && error.errors.length > 0) return innermost(error.errors[0]);
  return error as { code?: string; message: string };
}
