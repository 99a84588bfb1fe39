/** A disk that fails while the proxy runs: what is refused, what waits, what still works. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { fileFingerprintHeader } from '@cloakroom/contract/jobs.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import '#tests/support/cheapPassphrases.ts';
import { faults, fail } from '#tests/support/faultyDisk.ts';
import { pollTimeout } from '#tests/support/pollTimeout.ts';
import { startRelayedProxyStack } from '../support/proxyStack.ts';
import '#tests/support/soonRetries.ts';
import { actor, startBeside, startProxy } from '../support/proxy.ts';
import { onlyItsEndIsSpooled } from '../support/spooled.ts';
import { numbersDefinition } from '../support/numbers.ts';

vi.mock('node:fs/promises', async (original) =>
  (await import('#tests/support/faultyDisk.ts')).faulty(await original()),
);

const csv = 'number\n1\n2\n3\n';
const codes = [
  ['EIO', 503, 'the disk reports an input/output error'],
  ['EACCES', 503, 'permission is denied'],
  ['EROFS', 503, 'the disk is read-only'],
  ['ENOSPC', 507, 'the disk is full'],
] as const;
const headers = { [fileFingerprintHeader]: '1'.repeat(64) };

const world = await startRelayedProxyStack();
const { ada, proxy, owner, wire } = world;
const inFolder = (name: string) => new RegExp(`^${join(proxy.dataDir, name)}`);
const totalOf = async (schema: Schema) => (await ada.search({ schema: schema.id })).total;
afterEach(() => faults.clear());
afterAll(() => world.close());

const [eio, eacces, erofs, enospc] = codes;

test.each(codes)(
  'an upload into a spool that can’t be written (%s) is refused with the folder and the reason',
  async (code, status, reason) => {
    const schema = await world.schemaOf(numbersDefinition);
    fail({ path: inFolder('spool'), on: 'write', code });
    const answer = await ada.upload(schema.id, csv, 'text/csv');
    const { detail } = (await answer.json()) as { detail: string };
    expect(answer.status).toBe(status);
    expect(detail).toContain('Nothing of the file was stored.');
    expect(detail).toContain(join(proxy.dataDir, 'spool'));
    expect(detail).toContain(`${reason} (${code})`);
    faults.clear();
    expect(await ada.uploaded(schema.id, csv, 'text/csv')).toMatchObject({ status: 'complete' });
  },
);

test('a job whose folder becomes unwritable states what it waits for, is found by no search, and completes afterwards', async () => {
  const [code, , reason] = erofs;
  const schema = await world.schemaOf(numbersDefinition);
  const lost = wire.loseAnswerTo('PUT /api/segments/');
  const id = await ada.accepted(schema.id, csv, 'text/csv');
  await lost;
  fail({ path: inFolder('spool'), on: 'write', code });
  await expect.poll(async () => (await ada.job(id)).notice, pollTimeout).toContain(`${reason} (${code})`);
  expect((await ada.job(id)).notice).toContain(join(proxy.dataDir, 'spool', id));
  expect(await totalOf(schema)).toBe(0);
  faults.clear();
  expect(await ada.ended(id)).toMatchObject({ status: 'complete', processed: 3 });
  expect((await ada.job(id)).notice).toBeUndefined();
  await onlyItsEndIsSpooled(proxy, id);
});

test('a published job is complete although its folder becomes unwritable, and is stored as such afterwards', async () => {
  const [code] = eio;
  const schema = await world.schemaOf(numbersDefinition);
  const listed = wire.loseAnswerTo(`POST /api/manifests/${schema.id}/ HTTP`);
  const id = await ada.accepted(schema.id, csv, 'text/csv');
  await listed;
  fail({ path: inFolder('spool'), on: 'write', code });
  expect(await ada.ended(id)).toMatchObject({ status: 'complete', processed: 3 });
  expect((await ada.job(id)).notice).toMatch(/^All records are stored[.] That can’t be noted/);
  expect(await totalOf(schema)).toBe(3);
  faults.clear();
  await onlyItsEndIsSpooled(proxy, id);
  await expect.poll(async () => (await ada.job(id)).notice, pollTimeout).toBeUndefined();
});

test('a list of uploaded files that can’t be written fails no upload, and is written afterwards', async () => {
  const [code, , reason] = eacces;
  const schema = await world.schemaOf(numbersDefinition);
  const stop = fail({ path: inFolder('uploaded'), on: 'write', code });
  const job = await ada.uploaded(schema.id, csv, 'text/csv', { headers });
  expect(job.status).toBe('complete');
  expect(job.notice).toContain(`${reason} (${code})`);
  expect(await totalOf(schema)).toBe(3);
  stop();
  await expect
    .poll(async () => {
      const path = `/api/jobs/uploaded/?schema=${schema.id}&fingerprint=${'1'.repeat(64)}`;
      return (await ada.send('GET', path)).json();
    }, pollTimeout)
    .toHaveLength(1);
});

test('seen versions that can’t be recorded fail no upload and no search, and are recorded afterwards', async () => {
  const [code] = enospc;
  const schema = await world.schemaOf(numbersDefinition);
  const stop = fail({ path: inFolder('manifests.json'), on: 'write', code });
  expect(await ada.uploaded(schema.id, csv, 'text/csv')).toMatchObject({ status: 'complete' });
  expect(await totalOf(schema)).toBe(3);
  stop();
  expect(await totalOf(schema)).toBe(3);
  await expect
    .poll(() => readFile(join(proxy.dataDir, 'manifests.json'), 'utf8'), pollTimeout)
    .toContain(schema.id);
});

test('a keyring that can’t be written fails with the file and the reason, and still decrypts records', async () => {
  const [code, status, reason] = erofs;
  const schema = await world.schemaOf(numbersDefinition);
  await ada.uploaded(schema.id, csv, 'text/csv');
  fail({ path: inFolder('keyrings'), on: 'write', code });
  const answer = await ada.send('POST', '/api/keyring/phrase/waive/');
  expect(answer.status).toBe(status);
  expect(((await answer.json()) as { detail: string }).detail).toContain(`${reason} (${code})`);
  const { records } = await ada.search({ schema: schema.id });
  expect(await ada.decrypt(records)).toHaveLength(3);
});

test('a damaged list of uploaded files with a damaged copy fails no upload', async () => {
  const schema = await world.schemaOf(numbersDefinition);
  const file = join(proxy.dataDir, 'uploaded', `${owner.user.id}.json`);
  for (const path of [file, `${file}.copy`]) await writeFile(path, '[{"mark":');
  const job = await ada.uploaded(schema.id, csv, 'text/csv', { headers });
  expect(job).toMatchObject({ status: 'complete', processed: 3 });
  expect(job.error).toBeUndefined();
  expect(await totalOf(schema)).toBe(3);
});

test.each(codes.slice(0, 2))(
  'a keyring that can’t be read (%s) fails with the file and the reason; a job waits for it',
  async (code, status, reason) => {
    const own = await startBeside(wire.url, proxy);
    const before = actor(own, owner.headers);
    const schema = await world.schemaOf(numbersDefinition, before);
    const lost = wire.loseAnswerTo('PUT /api/segments/');
    const id = await before.accepted(schema.id, csv, 'text/csv');
    await lost;
    await wire.cut();
    await own.app.close();
    await wire.mend();

    const keyring = join(own.dataDir, 'keyrings', `${owner.user.id}.json`);
    fail({ path: new RegExp(`^${keyring}`), on: 'read', code });
    const again = await startProxy(wire.url, own.dataDir);
    const after = actor(again, owner.headers);
    const answer = await after.send('POST', '/api/records/search/', { schema: schema.id });
    const { detail } = (await answer.json()) as { detail: string };
    expect(answer.status).toBe(status);
    expect(detail).toContain(keyring);
    expect(detail).toContain(`${reason} (${code})`);
    expect((await after.job(id)).notice).toContain(keyring);
    faults.clear();
    expect(await after.ended(id)).toMatchObject({ status: 'complete', processed: 3 });
    await again.close();
  },
);
