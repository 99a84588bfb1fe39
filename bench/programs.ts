/** The programs that a benchmark measures, with a temporary data folder and an account. */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureAccount } from '#tools/client.ts';
import { freePorts, startStack } from '#tools/stack.ts';

export const account = { email: 'bench@example.org', password: 'a long enough password' };
/** The account as a header. */
export const authorization = `Basic ${Buffer.from(`${account.email}:${account.password}`).toString('base64')}`;

/** An empty data folder that the embedded database can access even if it runs as another user. */
export function newDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'cloakroom-bench-'));
  chmodSync(dataDir, 0o755);
  return dataDir;
}

/**
 * Starts service, proxy and database.
 * @param env - additional settings.
 * @returns the programs, the address of the database, and the account's client; `close` deletes the folder.
 */
export async function startPrograms(dataDir: string = newDataDir(), env: NodeJS.ProcessEnv = {}) {
  const ports = await freePorts();
  const stack = await startStack({ dataDir, ...ports, quiet: true, env });
  const password = readFileSync(join(dataDir, 'database-password'), 'utf8').trim();
  const url = `postgres://cloakroom:${encodeURIComponent(password)}@127.0.0.1:${ports.databasePort ?? 0}/cloakroom`;
  const names = { first_name: 'Be', last_name: 'Nch', organization_name: 'Bench' };
  const person = await ensureAccount(stack, account, names);
  return {
    dataDir,
    stack,
    url,
    person,
    close: async (): Promise<void> => {
      await stack.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
