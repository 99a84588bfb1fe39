/** The service's database, for commands that run beside the service or without it. */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { parseSettings, settings as serviceSettings } from '@cloakroom/service/config.ts';
import { databaseAddress, type DatabaseAddress } from '@cloakroom/service/db/address.ts';
import { startEmbeddedDatabase } from '@cloakroom/service/db/embedded.ts';

/** Without the secret, which a restore brings. */
const settings = serviceSettings
  .pick({
    DATA_DIR: true,
    DATABASE_URL: true,
    DATABASE_TLS: true,
    DATABASE_TLS_CA_FILE: true,
    EMBEDDED_DATABASE_PORT: true,
    SERVICE_PORT: true,
    STORE_RETENTION: true,
    STORE_URL: true,
  })
  .extend({ KEYRING: z.string().optional() });

/**
 * Reads the settings of the commands.
 * @throws {StartupError} naming every setting that is wrong.
 */
export function readSettings(environment: NodeJS.ProcessEnv) {
  const { DATA_DIR, KEYRING, STORE_RETENTION, ...config } = parseSettings(settings, environment);
  return {
    data: DATA_DIR,
    database: databaseAddress(config.DATABASE_URL, config),
    databasePort: config.EMBEDDED_DATABASE_PORT,
    servicePort: config.SERVICE_PORT,
    keyrings: resolve(KEYRING ?? join(DATA_DIR, 'keyrings')),
    storeUrl: config.STORE_URL,
    storeRetentionMs: STORE_RETENTION * 3_600_000,
  };
}
type Settings = ReturnType<typeof readSettings>;

/** Runs something on the database that the settings name; an embedded one that didn't run is stopped again. */
export async function withDatabase<Result>(
  { data, database, databasePort }: Settings,
  run: (address: DatabaseAddress) => Promise<Result>,
): Promise<Result> {
  if (database.url) return run(database);
  mkdirSync(data, { recursive: true });
  const embedded = await startEmbeddedDatabase({ dataDir: data, port: databasePort });
  try {
    return await run({ url: embedded.url });
  } finally {
    // A server that another program uses goes on running.
    await embedded.stop();
  }
}
