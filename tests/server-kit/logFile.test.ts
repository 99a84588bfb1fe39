/** Log files, which contain names and addresses. */
import { chmodSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { requireLogFile } from '@cloakroom/server-kit/folders.ts';
import { logOptions } from '@cloakroom/server-kit/log.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';

const folder = await temporaryFolder();
const modeOf = (path: string) => statSync(path).mode & 0o777;

test('a new log file can be read by its owner alone, even after it was written', async () => {
  const path = join(folder, 'new.log');
  requireLogFile(path, 'LOG_FILE');
  expect(modeOf(path)).toBe(0o600);
  const app = fastify({ logger: logOptions('info', path) });
  app.log.info('one line');
  await app.close();
  expect(modeOf(path)).toBe(0o600);
});

test('restricts a log file that others could read', () => {
  const path = join(folder, 'old.log');
  writeFileSync(path, 'a line\n');
  chmodSync(path, 0o644);
  requireLogFile(path, 'LOG_FILE');
  expect(modeOf(path)).toBe(0o600);
});

test('keeps the mode of a path that is not a regular file', () => {
  const before = modeOf('/dev/null');
  requireLogFile('/dev/null', 'LOG_FILE');
  expect(modeOf('/dev/null')).toBe(before);
});
