/** The tables of the code are those that the migrations make. */
import { execFile } from 'node:child_process';
import { cp, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';

const migrations = 'packages/service/db/migrations';

test('no change of the tables lacks a migration', async () => {
  const folder = await temporaryFolder();
  const copy = join(folder, 'migrations');
  await cp(migrations, copy, { recursive: true });
  // drizzle-kit takes each path as one below the working directory.
  const out = relative('.', copy);
  const args = ['--dialect', 'postgresql', '--schema', './packages/service/db/schema.ts', '--out', out];
  const { stdout } = await promisify(execFile)(process.execPath, [
    'node_modules/drizzle-kit/bin.cjs',
    'generate',
    ...args,
  ]);
  expect(stdout).toContain('No schema changes');
  expect(await readdir(copy)).toEqual(await readdir(migrations));
});

test('only the latest snapshot is kept', async () => {
  const snapshots = (await readdir(join(migrations, 'meta'))).filter((name) =>
    name.endsWith('_snapshot.json'),
  );
  const latest = (await readdir(migrations))
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .at(-1);
  expect(snapshots).toEqual([`${latest?.slice(0, 4)}_snapshot.json`]);
});
