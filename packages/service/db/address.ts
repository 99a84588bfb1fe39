/** The address of a database, and how connections to it are encrypted. */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { StartupError } from '@cloakroom/server-kit/startupError.ts';

/**
 * Encryption of connections. `off`: as the URL says, which without `sslmode` is none. `require`: encrypted, to any server.
 * `verify-full`: encrypted, to a server whose certificate is signed by a known authority for the URL's host.
 */
export const tlsModes = ['off', 'require', 'verify-full'] as const;

/** A `postgres://` URL, and TLS options where the settings have some. */
export type DatabaseAddress = { url: string; tls?: ConnectionOptions };

type TlsSettings = { DATABASE_TLS: string; DATABASE_TLS_CA_FILE: string };

/**
 * The address of a database by the settings.
 * @param setting - the name of the setting with the URL, for messages.
 * @throws {StartupError} if the settings contradict each other, or the file with the authority's certificate can't be used.
 */
export function databaseAddress(
  url: string,
  { DATABASE_TLS: mode, DATABASE_TLS_CA_FILE: caFile }: TlsSettings,
  setting = 'DATABASE_URL',
): DatabaseAddress {
  if (!(tlsModes as readonly string[]).includes(mode))
    throw new StartupError(`DATABASE_TLS is "${mode}". Set it to one of ${tlsModes.join(', ')}.`);
  if (caFile && mode !== 'verify-full')
    throw new StartupError(
      `DATABASE_TLS_CA_FILE is set, but DATABASE_TLS is ${mode}: the database's certificate would not be verified. Set DATABASE_TLS=verify-full, or remove DATABASE_TLS_CA_FILE.`,
    );
  if (mode === 'off') return { url };
  if (url === '')
    throw new StartupError(
      `DATABASE_TLS is ${mode}, but ${setting} is empty: the embedded database is reached on this machine alone, without TLS. Set ${setting}, or remove DATABASE_TLS.`,
    );
  // The driver prefers what the URL says: `sslmode=disable` would switch TLS off.
  const ownParameter = [...new URL(url).searchParams.keys()].find((name) => name.startsWith('ssl'));
  if (ownParameter)
    throw new StartupError(
      `DATABASE_TLS is ${mode}, and ${setting} has "${ownParameter}" too. Remove it from ${setting}.`,
    );
  if (mode === 'require') return { url, tls: { rejectUnauthorized: false } };
  return { url, tls: { rejectUnauthorized: true, ...(caFile ? { ca: certificatesIn(caFile) } : {}) } };
}

/** The driver's options for an address. */
export function connectionOptions(address: string | DatabaseAddress): {
  connectionString: string;
  ssl?: ConnectionOptions;
} {
  const { url, tls } = typeof address === 'string' ? { url: address, tls: undefined } : address;
  // Copied: the driver changes its options.
  return { connectionString: url, ...(tls ? { ssl: { ...tls } } : {}) };
}

function certificatesIn(file: string): string {
  try {
    const pem = readFileSync(file, 'utf8');
    new X509Certificate(pem);
    return pem;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const reason = /^E[A-Z]+$/.test(code) ? `can't be read (${code})` : 'holds no certificate in PEM';
    throw new StartupError(
      `DATABASE_TLS_CA_FILE: ${file} ${reason}. Name a file with the certificate of the authority that signed the database's.`,
      { cause: error },
    );
  }
}
