/** One embedded PostgreSQL for all the tests of a run; each test file makes its own database on it. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedDatabase } from '#service/db/embedded.ts';

/** Vitest's global setup: starts the server, tells the tests its address, and clears it away after them. */
export async function setup(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cloakroom-tests-'));
  // As root the server runs as another user, who must be able to enter.
  await chmod(dataDir, 0o755);
  const database = await startEmbeddedDatabase({ dataDir, port: 0 });
  process.env.TEST_DATABASE_URL = database.url;
  return async () => {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
