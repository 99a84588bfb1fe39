/** Empty folders for tests. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished, TestRunner } from 'vitest';

/**
 * Creates an empty folder. It is removed when the running test ends, or after the file if it was created at the top level.
 * Don't call it in `beforeAll`, where no test is running and hooks can no longer be added, or in concurrent tests, where
 * another test may remove the folder.
 * @param prefix - the beginning of its path.
 */
export async function temporaryFolder(prefix = join(tmpdir(), 'cloakroom-')): Promise<string> {
  const folder = await mkdtemp(prefix);
  // As root, a database runs as another user, who needs access.
  await chmod(folder, 0o755);
  const atEnd = TestRunner.getCurrentTest() ? onTestFinished : afterAll;
  atEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  return folder;
}
