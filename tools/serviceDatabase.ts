/** The service's database, for commands that run beside the service or without it. */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { databaseAddress, type DatabaseAddress } from '@cloakroom/service/db/address.ts';
import { startEmbeddedDatabase } from '@cloakroom/service/db/embedded.ts';

/** The settings that matter here. They are read without making a secret, which a restore brings. */
export function readSettings(environment: NodeJS.ProcessEnv) {
  const setting = (name: string, fallback: string) =>
    environment[name]?.trim() === '' ? fallback : (environment[name] ?? fallback);
  const data = resolve(setting('DATA_DIR', './data'));
  return {
    data,
    database: databaseAddress(setting('DATABASE_URL', ''), {
      DATABASE_TLS: setting('DATABASE_TLS', 'off'),
      DATABASE_TLS_CA_FILE: setting('DATABASE_TLS_CA_FILE', ''),
    }),
    databasePort: Number(setting('EMBEDDED_DATABASE_PORT', '54329')),
    servicePort: Number(setting('SERVICE_PORT', '8000')),
    keyrings: resolve(setting('KEYRING', join(data, 'keyrings'))),
    storeRetentionMs: Number(setting('STORE_RETENTION', '0')) * 3_600_000,
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
