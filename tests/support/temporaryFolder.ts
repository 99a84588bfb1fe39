/** Empty folders for tests. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished, TestRunner } from 'vitest';

/**
 * Makes an empty folder, which is removed when the running test ends, or with the file if it is made at its top level.
 * It can't be made in `beforeAll`: no test is running there, and the hooks of the file are collected already.
 * Of tests that run at the same time, another one may remove it.
 * @param prefix - where it is, and how its name begins.
 */
export async function temporaryFolder(prefix = join(tmpdir(), 'cloakroom-')): Promise<string> {
  const folder = await mkdtemp(prefix);
  // As root, a database runs as another user, who needs access.
  await chmod(folder, 0o755);
  const atEnd = TestRunner.getCurrentTest() ? onTestFinished : afterAll;
  atEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  return folder;
}
