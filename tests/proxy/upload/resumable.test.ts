/** Uploads by the tus protocol: a cut costs what had not arrived yet; nothing is stored twice or lost. */
import { randomUUID } from 'node:crypto';
import { Agent, request as httpRequest } from 'node:http';
import { Upload } from 'tus-js-client';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { idempotencyKeyHeader } from '@cloakroom/contract/idempotency.ts';
import { resumeTimeoutMs } from '@cloakroom/proxy/upload/resumable/resumableBody.ts';
import { actor } from '../support/proxy.ts';
import { startProxyStack } from '../support/proxyStack.ts';
import { relay } from '../support/relay.ts';

const world = await startProxyStack();
const { ada, owner, proxy } = world;
const wire = await relay(proxy.url);
afterAll(async () => {
  await wire.cut();
  await world.close();
});

const definition = {
  type: 'object' as const,
  properties: {
    at: { type: 'integer' as const, minimum: 0, maximum: 10_000_000 },
    text: { type: 'string' as const },
  },
};
const csvOf = (rows: number) =>
  Buffer.from(
    `at,text\n${Array.from({ length: rows }, (_, at) => `${at},"Row ${at}, ${'x'.repeat(at % 50)}"\n`).join('')}`,
  );
const encoded = (metadata: Record<string, string>) =>
  Object.entries(metadata)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');
const jobIn = (url: string | null) => url?.split('/').filter(Boolean).at(-1) ?? '';

/** Calls of the protocol, without a client. */
const tus = (method: string, path: string, headers: Record<string, string>, body?: Uint8Array, who = owner) =>
  fetch(proxy.url + path, {
    method,
    headers: { 'Tus-Resumable': '1.0.0', ...who.headers, ...headers },
    ...(body && { body: new Uint8Array(body) }),
  });
const begin = (schema: string, size: number, headers: Record<string, string> = {}) =>
  tus('POST', '/api/jobs/tus/', {
    'Upload-Length': String(size),
    'Upload-Metadata': encoded({ schema, filetype: 'text/csv' }),
    ...headers,
  });
const send = (path: string, offset: number, body: Uint8Array) =>
  tus(
    'PATCH',
    path,
    { 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' },
    body,
  );
const offsetOf = async (path: string) => Number((await tus('HEAD', path, {})).headers.get('upload-offset'));

test('a client that is cut five times continues, and every row is stored once', async () => {
  const { id: schema } = await world.schemaOf(definition);
  const rows = 150_000;
  const file = csvOf(rows);
  let cuts = 0;
  let sent = 0;
  const cutAll = async () => {
    for (; cuts < 5; cuts++) {
      await wire.cutAfter(Math.floor(file.length / 7));
      await wire.mend();
    }
  };
  const cutting = cutAll();
  const url = await new Promise<string | null>((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: `${wire.url}/api/jobs/tus/`,
      headers: { ...owner.headers, Host: new URL(proxy.url).host },
      metadata: { schema, filetype: 'text/csv' },
      retryDelays: [10, 50, 100, 200, 400],
      onProgress: (bytes) => (sent = Math.max(sent, bytes)),
      onError: reject,
      onSuccess: () => resolve(upload.url),
    });
    upload.start();
  });
  await cutting;
  expect(cuts).toBe(5);
  expect(await ada.ended(jobIn(url))).toMatchObject({ status: 'complete', processed: rows });
  const sum = await ada.send('POST', '/api/records/search/', {
    schema,
    filters: [{ label: 'at', value: 'sum(0~10000000)' }],
  });
  expect(await sum.json()).toEqual([{ data: { value: (rows * (rows - 1)) / 2 } }]);
  // Of six requests each had at most what was on its way when it was cut.
  expect(wire.sent().length).toBeLessThan(file.length * 1.5);
}, 120_000);

test('a wrong offset changes nothing, and the end can be asked for again', async () => {
  const { id: schema } = await world.schemaOf(definition);
  const file = csvOf(100);
  const made = await begin(schema, file.length);
  expect(made.status).toBe(201);
  const path = made.headers.get('location')!;
  expect((await send(path, 0, file.subarray(0, 500))).status).toBe(204);
  expect((await send(path, 0, file)).status).toBe(409);
  expect((await send(path, 400, file.subarray(400))).status).toBe(409);
  expect(await offsetOf(path)).toBe(500);
  expect((await ada.job(jobIn(path))).status).toBe('uploading');
  expect((await send(path, 500, file.subarray(500))).status).toBe(204);
  expect(await ada.ended(jobIn(path))).toMatchObject({ status: 'complete', processed: 100 });
  expect(await offsetOf(path)).toBe(file.length);
});

test('the same key begins no second upload', async () => {
  const { id: schema } = await world.schemaOf(definition);
  const file = csvOf(10);
  const key = { [idempotencyKeyHeader]: 'a key of this test' };
  const first = (
    await begin(schema, file.length, { [idempotencyKeyHeader]: 'key-of-this-test' })
  ).headers.get('location')!;
  await send(first, 0, file.subarray(0, 20));
  const again = await begin(schema, file.length, { [idempotencyKeyHeader]: 'key-of-this-test' });
  expect(again.headers.get('location')).toBe(first);
  expect(await offsetOf(first)).toBe(20);
  expect((await begin(schema, file.length, key)).status).toBe(400);
  await send(first, 20, file.subarray(20));
  expect((await ada.ended(jobIn(first))).status).toBe('complete');
  expect((await ada.search({ schema })).total).toBe(10);
});

test('an upload that is begun again by its key after nothing arrived for an hour takes the file from its start', async () => {
  const { id: schema } = await world.schemaOf(definition);
  const file = csvOf(100);
  const key = { [idempotencyKeyHeader]: randomUUID() };
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const path = (await begin(schema, file.length, key)).headers.get('location')!;
  vi.advanceTimersByTime(60_000);
  await send(path, 0, file.subarray(0, 500));
  vi.advanceTimersByTime(resumeTimeoutMs);
  vi.useRealTimers();
  expect(await ada.ended(jobIn(path))).toMatchObject({ status: 'failed' });

  expect((await begin(schema, file.length, key)).headers.get('location')).toBe(path);
  expect(await offsetOf(path)).toBe(0);
  expect((await send(path, 0, file)).status).toBe(204);
  expect(await ada.ended(jobIn(path))).toMatchObject({ status: 'complete', processed: 100 });
  expect(await offsetOf(path)).toBe(file.length);
  expect((await ada.search({ schema })).total).toBe(100);
});

test('bad rows end the upload with their sentence', async () => {
  const { id: schema } = await world.schemaOf(definition);
  const file = Buffer.from('at,text\n1,a\nnone,b\n');
  const path = (await begin(schema, file.length)).headers.get('location')!;
  await send(path, 0, file);
  expect(await ada.ended(jobIn(path))).toMatchObject({ status: 'failed', errors: { count: 1 } });
  expect((await ada.search({ schema })).total).toBe(0);
});

test('an upload can be ended by its sender, and is hidden from other people', async () => {
  const { id: schema } = await world.schemaOf(definition);
  const file = csvOf(100);
  const path = (await begin(schema, file.length)).headers.get('location')!;
  await send(path, 0, file.subarray(0, 700));
  const { who } = await world.colleague();
  expect((await tus('HEAD', path, {}, undefined, who)).status).toBe(404);
  expect((await tus('DELETE', path, {}, undefined, who)).status).toBe(404);
  expect((await tus('DELETE', path, {})).status).toBe(204);
  expect(await ada.ended(jobIn(path))).toMatchObject({ status: 'failed' });
  expect((await tus('HEAD', path, {})).status).toBe(404);
});

test.each([
  [
    'without a schema',
    (schema: string) => ({ 'Upload-Metadata': encoded({ filetype: schema && 'text/csv' }) }),
    400,
  ],
  [
    'with an unknown type',
    (schema: string) => ({ 'Upload-Metadata': encoded({ schema, filetype: 'image/png' }) }),
    415,
  ],
  ['that is empty', () => ({ 'Upload-Length': '0' }), 400],
  [
    'into an unknown schema',
    () => ({ 'Upload-Metadata': encoded({ schema: '2'.repeat(22), filetype: 'text/csv' }) }),
    404,
  ],
])('an upload %s is refused', async (_, headers, status) => {
  const { id: schema } = await world.schemaOf(definition);
  const answer = await begin(schema, 10, headers(schema));
  expect([answer.status, ((await answer.json()) as { detail: string }).detail]).toEqual([
    status,
    expect.any(String),
  ]);
});

test('a member who may not upload is refused, and so is a caller without credentials', async () => {
  const { id: schema } = await world.schemaOf(definition);
  const { who } = await world.colleague();
  const headers = { 'Upload-Length': '10', 'Upload-Metadata': encoded({ schema, filetype: 'text/csv' }) };
  expect((await tus('POST', '/api/jobs/tus/', headers, undefined, who)).status).toBe(403);
  const bare = { ...headers, authorization: 'Basic bm9ib2R5OnBhc3N3b3Jk' };
  expect((await tus('POST', '/api/jobs/tus/', bare)).status).toBe(401);
  expect(await actor(proxy, who.headers).jobs()).toEqual([]);
});

// Node's fetch hides what the protocol asks for.
test('OPTIONS names the version and the extensions', async () => {
  const answer = await new Promise<Record<string, unknown>>((resolve, reject) =>
    httpRequest(
      `${proxy.url}/api/jobs/tus/`,
      { method: 'OPTIONS', headers: owner.headers, agent: new Agent() },
      (response) => {
        response.resume();
        resolve(response.headers);
      },
    )
      .on('error', reject)
      .end(),
  );
  expect(answer).toMatchObject({
    'tus-version': '1.0.0',
    'tus-extension': 'creation,creation-with-upload,termination',
  });
});
