import { idempotencyKeyHeader } from '@cloakroom/contract/idempotency.ts';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { pollTimeout } from '#tests/support/pollTimeout.ts';
import { startProxyStack } from '../support/proxyStack.ts';
import { begunWith } from '../support/proxy.ts';
import { onlyItsEndIsSpooled } from '../support/spooled.ts';

const definition = {
  type: 'object' as const,
  properties: {
    'full name': { type: 'string' },
    age: { type: 'integer', minimum: 0, maximum: 130 },
    balance: { type: 'number', minimum: -1000, maximum: 1000 },
    kind: { type: 'string', enum: ['cat', 'dog'] },
  },
  required: ['full name'],
};
const kinds = { csv: 'text/csv', json: 'application/json' } as const;

const world = await startProxyStack();
const { proxy, owner, ada } = world;
const schema = await world.schemaOf(definition);
afterAll(() => world.close());

const fresh = () => world.schemaOf(definition);
const spooled = async () => readdir(join(proxy.dataDir, 'spool'));

const people = [
  { 'full name': 'Ada Lovelace', age: 36, balance: 10.5, kind: 'cat' },
  { 'full name': 'Grace "Amazing" Hopper', age: 85, balance: -3 },
  { 'full name': 'Ωmega, “quoted”\nand broken', balance: 0.01, kind: 'dog' },
  { 'full name': '' },
];

test('a JSON file is uploaded, and read unchanged', async () => {
  const own = await fresh();
  expect(
    await ada.uploaded(own.id, JSON.stringify(people.map((data) => ({ data }))), kinds.json),
  ).toMatchObject({
    status: 'complete',
    processed: 4,
    total: 4,
    current_batch: 1,
    total_batches: 1,
  });
  const { records, total } = await ada.search({ schema: own.id });
  expect(total).toBe(4);
  expect((await ada.decrypt(records)).map(({ data }) => data)).toEqual(people);
});

test('a body without a schema in its address is stored in the one that its first row names', async () => {
  const own = await fresh();
  const csv = `full name,age,schema_id:${own.id}\nAda,36\n`;
  const answer = await ada.send('POST', '/api/jobs/upload/', csv, { 'content-type': kinds.csv });
  const { job_id } = (await answer.json()) as { job_id: string };
  expect(answer.headers.get('x-job-id')).toBe(job_id);
  expect(answer.headers.get('x-job-websocket-url')).toBe(
    `${proxy.url.replace('http', 'ws')}/api/ws/jobs/${job_id}/`,
  );
  expect(await ada.ended(job_id)).toMatchObject({ status: 'complete', schema: own.url, total: 1 });
  const stray = await ada.send('POST', '/api/jobs/upload/', 'full name\nAda\n', {
    'content-type': kinds.csv,
  });
  expect([stray.status, await stray.json()]).toMatchObject([400, { detail: 'No schema provided' }]);
});

describe('a bad file stores nothing and is refused', () => {
  const rows = (count: number, bad: Record<number, string>) =>
    ['full name,age', ...Array.from({ length: count }, (_, i) => bad[i] ?? `P${i},${i % 100}`)].join('\n');

  test('with every bad row by its line', async () => {
    const own = await fresh();
    const csv = rows(50_000, { 0: 'P0,131', 39_998: 'P39998,abc', 49_999: 'P,1,2' });
    const job = await ada.uploaded(own.id, csv, kinds.csv);
    expect(job.status).toBe('failed');
    expect(job.error).toContain('3 rows don’t match the schema, so nothing was stored. Row 2: ');
    expect(job.errors?.count).toBe(3);
    expect(job.errors?.rows.map(({ row, field }) => [row, field])).toEqual([
      ['2', 'age'],
      ['40000', 'age'],
      ['50001', ''],
    ]);
    expect((await ada.search({ schema: own.id })).total).toBe(0);
    await onlyItsEndIsSpooled(proxy, job.job_id);
  });

  test('with the first hundred of many bad rows, and their count', async () => {
    const json = JSON.stringify(
      Array.from({ length: 5_000 }, () => ({ data: { 'full name': 'A', age: -1 } })),
    );
    const { errors } = await ada.uploaded(schema.id, json, kinds.json);
    expect(errors?.count).toBe(5_000);
    expect(errors?.rows).toHaveLength(100);
    expect(errors?.rows[99]).toMatchObject({ row: '[99]', field: 'age' });
  });

  test.each([
    { what: 'broken JSON', kind: kinds.json, body: '[{"data": {"full name": "Ada"}},', error: /^Invalid JSON object, please check file format or select a different file\./ },
    { what: 'invalid UTF-8', kind: kinds.csv, body: Buffer.from([...Buffer.from('full name\nAd'), 0xff, 0x61, 0x0a]), error: /Byte 13 \(line 2\) is not valid UTF-8/ },
    { what: 'a header alone', kind: kinds.csv, body: 'full name,age\n', error: /^File is empty, please select a different file\.$/ },
  ])('$what', async ({ kind, body, error }) => {
    const before = (await ada.search({ schema: schema.id })).total;
    const job = await ada.uploaded(schema.id, body, kind);
    expect(job).toMatchObject({ status: 'failed', error: expect.stringMatching(error) as string });
    expect((await ada.search({ schema: schema.id })).total).toBe(before);
    await onlyItsEndIsSpooled(proxy, job.job_id);
  }); // prettier-ignore
});

test.each([
  { what: 'nothing', body: '', type: kinds.csv, extra: {}, status: 400, detail: 'File is empty, please select a different file.' },
  { what: 'a picture', body: 'x', type: 'image/png', extra: {}, status: 415, detail: /^Invalid file type/ },
  { what: 'a compressed body', body: 'x', type: kinds.csv, extra: { 'content-encoding': 'gzip' }, status: 415, detail: /not compressed/ },
])('$what is refused before there is a job', async ({ body, type, extra, status, detail }) => {
  const answer = await ada.send('POST', `/api/jobs/upload/?schema=${schema.id}`, body, { 'content-type': type, ...extra });
  expect(answer.status).toBe(status);
  expect(((await answer.json()) as { detail: string }).detail).toMatch(detail);
}); // prettier-ignore

test('refuses callers who may not upload, and answers 404 to outsiders', async () => {
  const [{ calls: colleague }, stranger] = [await world.colleague(), await world.stranger()];
  const [refused, missing] = await Promise.all(
    [colleague, stranger].map((one) => one.upload(schema.id, 'full name\nAda\n', kinds.csv)),
  );
  expect(refused?.status).toBe(403);
  expect(missing?.status).toBe(404);
  const nowhere = await stranger.upload('2222222222222222222222', 'full name\nAda\n', kinds.csv);
  expect(await missing?.text()).toBe(await nowhere.text());
  expect(await stranger.jobs()).toEqual([]);
});

test('answers 404 for another person’s job', async () => {
  const { job_id } = await ada.uploaded((await fresh()).id, 'full name\nAda\n', kinds.csv);
  const grace = await world.stranger();
  const [foreign, missing] = await Promise.all(
    [job_id, crypto.randomUUID()].map(async (id) => {
      const answer = await grace.send('GET', `/api/jobs/${id}/`);
      return [answer.status, await answer.text()];
    }),
  );
  expect(foreign).toEqual(missing);
  expect(foreign?.[0]).toBe(404);
  expect((await ada.jobs())[0]?.job_id).toBe(job_id);
});

test('an interrupted body leaves nothing but its job, which says so', async () => {
  const own = await fresh();
  const before = await spooled();
  const { port, host } = new URL(proxy.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(
    `POST /api/jobs/upload/?schema=${own.id} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: text/csv\r\n` +
      `Authorization: ${owner.headers.authorization}\r\nTransfer-Encoding: chunked\r\n\r\n`,
  );
  const chunk = `full name,age\n${'Ada,36\n'.repeat(200_000)}`;
  socket.write(`${chunk.length.toString(16)}\r\n${chunk}\r\n`);
  await expect.poll(async () => (await spooled()).length, pollTimeout).toBe(before.length + 1);
  const states = async () => (await ada.jobs()).map(({ status }) => status);
  await expect.poll(states, pollTimeout).toContain('uploading');
  socket.destroy();
  await expect.poll(states, pollTimeout).not.toContain('uploading');
  const [broken] = await ada.jobs();
  expect(broken).toMatchObject({
    status: 'failed',
    interrupted: true,
    error: 'The request ended before its body was complete, so nothing was stored.',
  });
  await onlyItsEndIsSpooled(proxy, broken?.job_id ?? '');
  expect((await ada.search({ schema: own.id })).total).toBe(0);
});

test('the connection of a file that is refused early serves the next call', async () => {
  const long = `full name\n"never closed${'x'.repeat(70_000)}`.padEnd(30_000_000, 'y');
  const refused = await ada.uploaded(schema.id, long, kinds.csv);
  expect(refused.status).toBe('failed');
  expect((await ada.send('GET', '/api/jobs/')).status).toBe(200);
});

test('limits a person to five running uploads', async () => {
  const own = await fresh();
  const open = Array.from({ length: 5 }, () => ada.endless(own.id, begunWith('full name\nAda\n')));
  const uploading = async () => (await ada.jobs()).filter(({ status }) => status === 'uploading').length;
  await expect.poll(uploading, pollTimeout).toBe(5);
  expect((await ada.upload(own.id, 'full name\nAda\n', kinds.csv)).status).toBe(429);
  await Promise.all(open.map((breakOff) => breakOff()));
  await expect.poll(uploading, pollTimeout).toBe(0);
  expect(await ada.uploaded(own.id, 'full name\nAda\n', kinds.csv)).toMatchObject({ status: 'complete' });
});

test('few records are sealed and stored at once', async () => {
  const own = await fresh();
  const answer = await ada.send(
    'POST',
    '/api/records/ingest/',
    `[{"schema":"${own.url}","data":{"full name":"Ada","balance":0.10}},{"schema":"${own.url}","data":{"full name":"Bob"}}]`,
  );
  expect(answer.status).toBe(200);
  const sealed = (await answer.json()) as object[];
  expect(sealed).toEqual((await ada.search({ schema: own.id })).records);
  expect((await ada.decrypt(sealed)).map(({ data }) => data)).toEqual([
    { 'full name': 'Ada', balance: 0.1 },
    { 'full name': 'Bob' },
  ]);

  const record = { schema: own.url, data: { 'full name': 'Ada' } };
  expect((await ada.send('POST', '/api/records/ingest/', Array(101).fill(record))).status).toBe(413);
  const bad = await ada.send('POST', '/api/records/ingest/', [record, { ...record, data: { age: 3 } }]);
  expect([bad.status, await bad.json()]).toMatchObject([
    400,
    { errors: { '[1]': [expect.stringMatching(/full name/)] } },
  ]);
  expect((await ada.search({ schema: own.id })).total).toBe(2);
});

test('records that name another schema are stored in the named one only where links are ignored', async () => {
  const own = await fresh();
  const elsewhere = 'Wb4WX8eEEyVwxAG7rD5ZTZ';
  const send = async (query: string, body: string, type = 'application/json') => {
    const answer = await ada.send('POST', `/api/jobs/upload/${query}`, body, { 'content-type': type });
    return { status: answer.status, body: (await answer.json()) as { detail?: string; job_id?: string } };
  };
  const json = JSON.stringify([{ data: { 'full name': 'Ada' }, schema: `/api/schemas/${elsewhere}/` }]);
  const unknown = await send('', json);
  expect(unknown.status).toBe(404);
  expect(unknown.body.detail).toContain(`names the schema "${elsewhere}", which does not exist`);
  expect(unknown.body.detail).toContain('"?schema="');
  const checked = await ada.ended((await send(`?schema=${own.id}`, json)).body.job_id!);
  expect(checked.errors?.rows[0]?.message).toContain('this record names another schema');
  const query = `?schema=${own.id}&links=ignore`;
  expect(await ada.ended((await send(query, json)).body.job_id!)).toMatchObject({ status: 'complete' });
  const csv = `full name,schema_id:${elsewhere}\nGrace\n`;
  expect(await ada.ended((await send(query, csv, 'text/csv')).body.job_id!)).toMatchObject({
    status: 'complete',
  });
  expect((await ada.search({ schema: own.id })).total).toBe(2);
});

test('one record is stored by POST, once under its key, and answered sealed', async () => {
  const own = await fresh();
  const record = { schema: own.url, data: { 'full name': 'Ada', balance: 0.5 } };
  const key = { [idempotencyKeyHeader]: 'record-of-ada' };
  const first = await ada.send('POST', '/api/records/', record, key);
  expect(first.status).toBe(201);
  const sealed = (await first.json()) as { id: string };
  expect((await ada.decrypt([sealed])).map(({ data }) => data)).toEqual([record.data]);
  const again = await ada.send('POST', '/api/records/', record, key);
  expect([again.status, await again.json()]).toEqual([201, sealed]);
  const several = await ada.send('POST', '/api/records/', [record, record]);
  expect([several.status, ((await several.json()) as unknown[]).length]).toEqual([201, 2]);
  expect((await ada.search({ schema: own.id })).total).toBe(3);
});
