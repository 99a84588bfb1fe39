/** One upload is stored once, however often its request arrives. */
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { replayedHeader, uploadJob, type Job } from '@cloakroom/contract/jobs.ts';
import { idempotencyKeyHeader } from '@cloakroom/contract/idempotency.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { recordId } from '@cloakroom/wire/shortId.ts';
import { pollTimeout } from '#tests/support/pollTimeout.ts';
import { startProxyStack } from '../support/proxyStack.ts';
import { actor, begunWith, startBeside, startProxy, type Actor, type Headers } from '../support/proxy.ts';
import { numbersCsv, numbersDefinition } from '../support/numbers.ts';

const world = await startProxyStack();
const { service, proxy, owner, ada } = world;
const csv = numbersCsv(3_000);
let schema: Schema;
beforeEach(async () => {
  schema = await world.schemaOf(numbersDefinition);
});
afterAll(() => world.close());

/** Sends a body with these headers and nothing else. */
async function post(body: string, more: Headers = {}, at = proxy.url, search = '') {
  const answer = await fetch(`${at}${uploadJob.path}?schema=${schema.id}${search}`, {
    method: 'POST',
    headers: { ...owner.headers, 'content-type': 'text/csv', ...more },
    body,
  });
  const text = await answer.text();
  const refusal = { job_id: '', replayed: undefined, header: null, begun: null };
  if (!answer.ok) return { status: answer.status, ...refusal, ...(JSON.parse(text) as { detail: string }) };
  const reply = uploadJob.reply.parse(JSON.parse(text));
  return {
    status: 200,
    ...reply,
    header: answer.headers.get(replayedHeader),
    begun: answer.headers.get('x-job-id'),
  };
}

/** Sends a part of a request over a socket of its own. */
async function begun(
  part: string,
  length: number,
  more: Headers = {},
): Promise<{ socket: Socket; received: () => string }> {
  const { port, host } = new URL(proxy.url);
  const socket = connect(Number(port), '127.0.0.1');
  let received = '';
  socket.on('data', (bytes) => (received += bytes.toString()));
  const headers = { host, 'content-type': 'text/csv', 'content-length': length, ...owner.headers, ...more };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.write(`POST ${uploadJob.path}?schema=${schema.id} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${part}`);
  await expect.poll(() => received, pollTimeout).toContain('\r\n\r\n');
  return { socket, received: () => received };
}

const startOwn = () => startBeside(service.url, proxy);

/** The content of a file after its first line, which is the checksum. */
const bodyOf = async (path: string) => (await readFile(path, 'utf8')).split('\n')[1] ?? '';

const stored = async (by: Actor = ada) => (await by.search({ schema: schema.id })).total;
const keyed = (key: string = randomUUID()) => ({ [idempotencyKeyHeader]: key });
const idIn = (received: string) => /x-job-id: (\S+)/i.exec(received)?.[1] ?? '';

test('the job’s id is sent when receiving begins, and the answer ends when the last byte has arrived', async () => {
  const { socket, received } = await begun(csv.slice(0, 100), csv.length);
  expect(received()).toContain('HTTP/1.1 200');
  expect(received()).not.toContain('job_id');
  const id = idIn(received());
  expect(await ada.job(id)).toMatchObject({ status: 'uploading' });
  socket.write(csv.slice(100));
  await expect.poll(received, pollTimeout).toContain(`{"job_id":"${id}"}`);
  expect(await ada.ended(id)).toMatchObject({ status: 'complete', total: 3_000 });
  socket.destroy();
});

test('rows and bytes are counted while a file is received', async () => {
  const long = numbersCsv(200_000);
  const { socket, received } = await begun(long.slice(0, -10), long.length);
  const job = async () => ada.job(idIn(received()));
  await expect.poll(async () => (await job()).bytes?.sealed ?? 0, pollTimeout).toBeGreaterThan(0);
  const { total, bytes } = await job();
  expect(total).toBeGreaterThan(0);
  expect(bytes?.size).toBe(long.length);
  expect(bytes?.received).toBeGreaterThanOrEqual(bytes?.sealed ?? Infinity);
  socket.write(long.slice(-10));
  expect(await ada.ended(idIn(received()))).not.toHaveProperty('bytes');
  socket.destroy();
});

test('a repeated key is answered with the first job, after a restart too', async () => {
  const own = await startOwn();
  const before = actor(own, owner.headers);
  schema = await world.schemaOf(numbersDefinition, before);
  const key = keyed();
  const first = await post(csv, key, own.url);
  expect(first).toMatchObject({ status: 200, header: null });
  expect(first).not.toHaveProperty('replayed');
  await before.ended(first.job_id);
  const second = await post(csv, key, own.url);
  expect(second).toMatchObject({ status: 200, job_id: first.job_id, replayed: true, header: 'true' });
  await own.app.close();
  const again = await startProxy(service.url, own.dataDir);
  expect(await post(csv, key, again.url)).toMatchObject({ job_id: first.job_id, replayed: true });
  const after = actor(again, owner.headers);
  expect(await stored(after)).toBe(3_000);
  const found = await after.send('GET', `/api/jobs/?key=${key[idempotencyKeyHeader]}`);
  expect(await found.json()).toMatchObject([{ job_id: first.job_id, status: 'complete' }]);
  await again.close();
});

test('a key of another person, and another key, are uploads of their own', async () => {
  const key = keyed();
  const first = await post(csv, key);
  const other = await post(csv, keyed());
  expect(other.job_id).not.toBe(first.job_id);
  const stranger = await world.stranger();
  expect(await (await stranger.send('GET', `/api/jobs/?key=${key[idempotencyKeyHeader]}`)).json()).toEqual(
    [],
  );
  await Promise.all([first, other].map(({ job_id }) => ada.ended(job_id)));
  expect(await stored()).toBe(6_000);
});

test('a key that belongs to an upload into another schema is refused', async () => {
  const key = keyed();
  await post(csv, key);
  schema = await world.schemaOf(numbersDefinition);
  expect(await post(csv, key)).toMatchObject({
    status: 422,
    detail: /belongs to an upload into another schema/,
  });
  expect(await post(csv, keyed('short'))).toMatchObject({ status: 400 });
  expect(await stored()).toBe(0);
});

test('a repeat that arrives while the first body is still on its way is answered with its job and stores nothing', async () => {
  const key = keyed();
  const { socket, received } = await begun(csv.slice(0, 1_000), csv.length, key);
  const second = post(csv, key);
  socket.write(csv.slice(1_000));
  expect(await second).toMatchObject({ job_id: idIn(received()), replayed: true });
  expect(await ada.ended(idIn(received()))).toMatchObject({ status: 'complete' });
  expect(await stored()).toBe(3_000);
  socket.destroy();
});

test('restarts an interrupted body by its key, under the same job', async () => {
  const key = keyed();
  const { socket, received } = await begun(csv.slice(0, 1_000), csv.length, key);
  const id = idIn(received());
  // It arrives before the proxy notices that the first one was interrupted.
  const second = post(csv, key);
  socket.destroy();
  const answer = await second;
  expect(answer).toMatchObject({ job_id: id });
  expect(answer).not.toHaveProperty('replayed');
  expect(await ada.ended(id)).toMatchObject({ status: 'complete', total: 3_000 });

  const other = keyed();
  const broken = await begun(csv.slice(0, 1_000), csv.length, other);
  broken.socket.destroy();
  expect(await ada.ended(idIn(broken.received()))).toMatchObject({ status: 'failed', interrupted: true });
  expect(await post(csv, other)).toMatchObject({ job_id: idIn(broken.received()) });
  expect(await ada.ended(idIn(broken.received()))).toMatchObject({ status: 'complete' });
  expect(await ada.job(idIn(broken.received()))).not.toHaveProperty('error');
  expect(await stored()).toBe(6_000);
});

test('does not restart a cancelled job, or one with a bad file, by its key', async () => {
  const key = keyed();
  const { socket, received } = await begun(csv.slice(0, 1_000), csv.length, key);
  expect((await ada.send('DELETE', `/api/jobs/${idIn(received())}/`)).status).toBe(200);
  expect(await post(csv, key)).toMatchObject({ job_id: idIn(received()), replayed: true });
  const bad = keyed();
  const { job_id } = await post('number\n-1\n', bad);
  expect(await ada.ended(job_id)).toMatchObject({ status: 'failed', errors: { count: 1 } });
  expect(await post(csv, bad)).toMatchObject({ job_id, replayed: true });
  expect(await stored()).toBe(0);
  socket.destroy();
});

test('many requests with one key at once store one file', async () => {
  const key = keyed();
  const answers = await Promise.all(Array.from({ length: 12 }, () => post(csv, key)));
  expect(new Set(answers.map(({ job_id }) => job_id)).size).toBe(1);
  expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
  await ada.ended(answers[0]!.job_id);
  expect(await stored()).toBe(3_000);
});

test('a proxy that was killed while a file arrived reports the job as interrupted, and accepts the file by the same key', async () => {
  const own = await startOwn();
  const before = actor(own, owner.headers);
  schema = await world.schemaOf(numbersDefinition, before);
  const key = keyed();
  const id = (await before.accepted(schema.id, csv, 'text/csv', { headers: key })) || '';
  await before.ended(id);
  await own.app.close();
  // The state of the disk after a kill in the middle of a body.
  const path = join(own.dataDir, 'spool', id, 'job.json');
  const job = JSON.parse(await bodyOf(path)) as object;
  await writeFile(
    path,
    JSON.stringify({ ...job, status: 'uploading', records: 0, segments: [], shipped: 0, body: undefined }),
  );
  await writeFile(join(own.dataDir, 'spool', id, 'x.records'), 'sealed');
  const again = await startProxy(service.url, own.dataDir);
  const after = actor(again, owner.headers);
  expect(await after.job(id)).toMatchObject({
    status: 'failed',
    interrupted: true,
    error: 'The proxy was stopped while the file was arriving. Nothing was stored. Upload the file again.',
  });
  expect(await post(csv, key, again.url)).toMatchObject({ job_id: id });
  expect(await after.ended(id)).toMatchObject({ status: 'complete' });
  await again.close();
});

test('without a key, an identical body is answered with the first job, which the second job’s id refers to', async () => {
  const own = await startOwn();
  const before = actor(own, owner.headers);
  schema = await world.schemaOf(numbersDefinition, before);
  const first = await post(csv, {}, own.url);
  const second = await post(csv, {}, own.url);
  expect(second).toMatchObject({ job_id: first.job_id, replayed: true });
  expect(second.begun).not.toBe(first.job_id);
  await before.ended(first.job_id);
  await expect
    .poll(async () => (await before.job(second.begun ?? '')).job_id, pollTimeout)
    .toBe(first.job_id);
  await own.app.close();

  const again = await startProxy(service.url, own.dataDir);
  const after = actor(again, owner.headers);
  expect(await after.job(second.begun ?? '')).toMatchObject({ job_id: first.job_id, status: 'complete' });
  expect(await after.jobs()).toHaveLength(1);
  expect(await post(csv, {}, again.url)).toMatchObject({ job_id: first.job_id, replayed: true });
  expect(await stored(after)).toBe(3_000);
  await again.close();
});

test.each([
  { what: 'a key of its own', headers: () => keyed(), search: '', body: csv },
  { what: 'the word that it is meant twice', headers: () => ({}), search: '&duplicate=allow', body: csv },
  { what: 'another way of being read', headers: () => ({}), search: '&rows=good', body: csv },
  { what: 'another last byte', headers: () => ({}), search: '', body: `${csv}\n` },
])('a body with $what is stored a second time', async ({ headers, search, body }) => {
  const first = await post(csv);
  const second = await post(body, headers(), proxy.url, search);
  expect(second).not.toHaveProperty('replayed');
  expect(second.job_id).not.toBe(first.job_id);
  for (const { job_id } of [first, second]) await ada.ended(job_id);
  expect(await stored()).toBe(6_000);
});

test('identical bodies without keys that arrive at once are stored once', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => post(csv)));
  const ids = new Set(answers.map(({ job_id }) => job_id));
  expect(ids.size).toBe(1);
  const jobs = await Promise.all(answers.map(({ begun }) => ada.ended(begun ?? '')));
  expect(new Set(jobs.map(({ job_id }: Job) => job_id))).toEqual(ids);
  expect(await stored()).toBe(3_000);
});

test('an identical body after one that was refused or interrupted is an upload of its own', async () => {
  const bad = await post('number\n-1\n');
  await ada.ended(bad.job_id);
  const again = await post('number\n-1\n');
  expect(again).not.toHaveProperty('replayed');
  const abort = new AbortController();
  await ada.upload(schema.id, begunWith(csv), 'text/csv', { signal: abort.signal });
  abort.abort();
  const whole = await post(csv);
  expect(await ada.ended(whole.job_id)).toMatchObject({ status: 'complete' });
  expect(await stored()).toBe(3_000);
});

test.each(['upload', 'record'])(
  'without a key, stores a file again after another proxy deleted its %s',
  async (what) => {
    const own = await startOwn();
    onTestFinished(() => own.close());
    const { upload = '' } = await ada.ended((await post('number\n1\n')).job_id);
    const record = recordId(Buffer.from(upload, 'hex'), 0);
    const path = { upload: `/api/uploads/${upload}/?`, record: `/api/records/?id=${record}&` }[what] ?? '';
    const other = actor(own, owner.headers);
    expect((await other.send('DELETE', `${path}schema=${schema.id}`)).status).toBe(204);
    const second = await post('number\n1\n');
    expect(second).not.toHaveProperty('replayed');
    expect(await ada.ended(second.job_id)).toMatchObject({ status: 'complete', total: 1 });
    expect(await post('number\n1\n')).toMatchObject({ job_id: second.job_id, replayed: true });
    expect(await stored()).toBe(1);
  },
);
