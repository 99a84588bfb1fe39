import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { fileFingerprint } from '@cloakroom/contract/fileFingerprint.ts';
import {
  batchSizeHeader,
  fileFingerprintHeader,
  listUploaded,
  CompletedUpload,
} from '@cloakroom/contract/jobs.ts';
import { startProxyStack } from '../support/proxyStack.ts';
import { actor, startProxy, type Headers } from '../support/proxy.ts';
import { numbersCsv, numbersDefinition } from '../support/numbers.ts';

const csv = numbersCsv(25);

const world = await startProxyStack();
const { service, owner } = world;
let { proxy, ada } = world;
const schema = await world.schemaOf(numbersDefinition);
afterAll(async () => {
  await proxy.close();
  await service.close();
});

const upload = (headers: Headers) => ada.upload(schema.id, csv, 'text/csv', { headers });
const uploaded = (headers: Headers, body = csv) => ada.uploaded(schema.id, body, 'text/csv', { headers });
/** The earlier uploads of a file. */
const earlier = async (fingerprint: string, by = ada, into = schema.id) => {
  const answer = await by.send('GET', `${listUploaded.path}?schema=${into}&fingerprint=${fingerprint}`);
  return z.array(CompletedUpload).parse(await answer.json());
};

test.each([
  { size: undefined, batches: 1 },
  { size: '10', batches: 3 },
  { size: '25', batches: 1 },
  { size: '1', batches: 25 },
])('a job of 25 records counts batches of $size as $batches', async ({ size, batches }) => {
  const job = await uploaded(size === undefined ? {} : { [batchSizeHeader]: size });
  expect(job).toMatchObject({ status: 'complete', current_batch: batches, total_batches: batches });
});

test.each(['0', '-1', '1.5', 'many', '1e3'])('a batch of %s records is refused', async (size) => {
  const answer = await upload({ [batchSizeHeader]: size });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain(batchSizeHeader);
});

test('a file that was uploaded before is recognized for its uploader and its schema alone, after a restart too', async () => {
  const fingerprint = await fileFingerprint(new Blob([csv]));
  const other = await fileFingerprint(new Blob([`${csv}\n`]));
  expect(await earlier(fingerprint)).toEqual([]);
  const headers = { [fileFingerprintHeader]: fingerprint };
  expect(await uploaded(headers, `${csv}\nbad`)).toMatchObject({ status: 'failed' });
  expect(await earlier(fingerprint)).toEqual([]);

  const before = Date.now();
  const { job_id } = await uploaded(headers);
  const [known, ...more] = await earlier(fingerprint);
  expect([known, more]).toMatchObject([{ job_id, records: 25 }, []]);
  expect(Date.parse(known?.completed ?? '')).toBeGreaterThanOrEqual(before);

  expect(await earlier(other)).toEqual([]);
  expect(await earlier(fingerprint, ada, '2'.repeat(22))).toEqual([]);
  const grace = await world.stranger();
  expect(await earlier(fingerprint, grace)).toEqual([]);

  const again = await uploaded(headers);
  expect((await earlier(fingerprint)).map((one) => one.job_id)).toEqual([again.job_id, job_id]);

  const content = await readFile(join(proxy.dataDir, 'uploaded', `${owner.user.id}.json`), 'utf8');
  expect(content).not.toContain(fingerprint);
  await proxy.app.close();
  proxy = await startProxy(service.url, proxy.dataDir);
  ada = actor(proxy, owner.headers);
  expect((await earlier(fingerprint)).map((one) => one.job_id)).toEqual([again.job_id, job_id]);
});

test('an invalid fingerprint is refused', async () => {
  expect((await upload({ [fileFingerprintHeader]: 'a file' })).status).toBe(400);
  expect((await ada.send('GET', `${listUploaded.path}?schema=${schema.id}&fingerprint=x`)).status).toBe(400);
});

test('files that differ in their size, their beginning or their end have different fingerprints', async () => {
  const middle = new Uint8Array(3 * 1024 * 1024);
  const files = [['a', middle, 'z'], ['b', middle, 'z'], ['a', middle, 'y'], ['a', middle, '0z'], ['az'], []];
  const fingerprints = await Promise.all(files.map((parts) => fileFingerprint(new Blob(parts))));
  expect(new Set(fingerprints).size).toBe(files.length);
  for (const one of fingerprints) expect(one).toMatch(/^[0-9a-f]{64}$/);
});
