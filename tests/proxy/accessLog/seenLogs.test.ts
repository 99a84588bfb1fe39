/** Accepted access logs when the disk fails for a time. */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AccessEntry } from '@cloakroom/contract/accessLog.ts';
import { SeenLogs } from '@cloakroom/proxy/accessLog/seenLogs.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';

const [user, schema] = ['2'.repeat(22), '3'.repeat(22)];
const entry: AccessEntry = {
  format: 1,
  schema,
  number: 1,
  previous: '',
  time: '2026-11-28T18:00:00.000Z',
  generation: 1,
  signer: { user, name: 'ada', signs: 'aa'.repeat(32), receives: 'bb'.repeat(32) },
  change: { type: 'keys', key_checks: 'cc'.repeat(32) },
  mac: 'dd'.repeat(32),
  signature: 'ee'.repeat(64),
};

test('reads a log again after the disk did not give it', async () => {
  const dataDir = await temporaryFolder();
  await new SeenLogs(dataDir).add(user, schema, [entry]);
  const folder = join(dataDir, 'access', user);
  const moved = join(dataDir, 'moved');
  await rename(folder, moved);
  await writeFile(folder, '');
  const logs = new SeenLogs(dataDir);
  await expect(logs.of(user, schema)).rejects.toThrow('ENOTDIR');
  await rm(folder);
  await rename(moved, folder);
  expect((await logs.of(user, schema))?.entries).toEqual([entry]);
});

test('counts entries as seen only once they are on the disk, and writes them at the next call', async () => {
  const dataDir = await temporaryFolder();
  const logs = new SeenLogs(dataDir);
  expect(await logs.of(user, schema)).toBeUndefined();
  const folder = join(dataDir, 'access', user);
  await mkdir(join(dataDir, 'access'));
  await writeFile(folder, '');
  await expect(logs.add(user, schema, [entry])).rejects.toThrow(folder);
  expect(await logs.of(user, schema)).toBeUndefined();
  await rm(folder);
  await logs.add(user, schema, [entry]);
  expect((await logs.of(user, schema))?.entries).toEqual([entry]);
  expect((await new SeenLogs(dataDir).of(user, schema))?.entries).toEqual([entry]);
});
