/** Changes of a definition with records: joined, ended, overtaken by uploads and deletions, and refused with their reasons. */
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import type { JsonSchema } from '@cloakroom/contract/fields.ts';
import type { DefinitionJob } from '@cloakroom/contract/schemaChange.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { segments } from '@cloakroom/service/db/schema.ts';
import { startProxyStack } from '../support/proxyStack.ts';
import { actor } from '../support/proxy.ts';

const world = await startProxyStack();
const { ada, service } = world;
afterAll(() => world.close());

const definition = (minimum: number, maximum = 100, extra: object = {}): JsonSchema => ({
  type: 'object',
  properties: { name: { type: 'string', ...extra }, dose: { type: 'integer', minimum, maximum } },
  required: ['name'],
});
const patch = (id: string, schema: JsonSchema, by = ada) =>
  by.send('PATCH', `/api/schemas/${id}/`, { schema });
const rowsOf = (from: number) =>
  JSON.stringify(Array.from({ length: 40 }, (_, at) => ({ name: `n${from + at}`, dose: (from + at) % 100 })));
const jobPath = (id: string) => `/api/schemas/${id}/definition-job/`;
const jobOf = async (id: string) => (await (await ada.send('GET', jobPath(id))).json()) as DefinitionJob;
const detailOf = async (answer: Response) => ((await answer.json()) as { detail: string }).detail;

/** A schema with so many segments of 40 records. */
async function filled(uploads: number): Promise<Schema> {
  const schema = await world.schemaOf(definition(0));
  for (let upload = 0; upload < uploads; upload++)
    expect((await ada.uploaded(schema.id, rowsOf(upload * 40), 'application/json')).status).toBe('complete');
  return schema;
}

/** Waits until part of the index is made anew. */
async function begun(id: string): Promise<void> {
  for (;;) {
    const answer = await ada.send('GET', jobPath(id));
    const job = answer.status === 200 ? ((await answer.json()) as DefinitionJob) : null;
    if (job && (job.status !== 'running' || job.processed > 0)) return;
    await sleep(5);
  }
}

const countOf = async (id: string, value: string) =>
  (await ada.search({ schema: id, filters: [{ label: 'dose', value }] })).total;

/** Segments that no list names and that were never listed. */
const strays = (id: string) =>
  service.database
    .select({ id: segments.segment })
    .from(segments)
    .where(and(eq(segments.schema, id), isNotNull(segments.loose), isNull(segments.retired)));

test('a running change is joined by the same one, shows its progress, and refuses another one', async () => {
  const { id } = await filled(4);
  expect((await ada.send('GET', jobPath(id))).status).toBe(404);
  const first = patch(id, definition(-5));
  await begun(id);
  const state = await jobOf(id);
  expect(state).toMatchObject({ status: 'running', total: 160 });
  const other = await patch(id, definition(-6));
  expect([other.status, await detailOf(other)]).toEqual([409, expect.stringContaining('is running')]);
  const joined = await patch(id, definition(-5));
  expect([joined.status, (await first).status]).toEqual([200, 200]);
  expect(await jobOf(id)).toEqual({ status: 'complete', processed: 160, total: 160 });
  expect(await countOf(id, '<=3')).toBe(8);
  expect((await patch(id, definition(-5))).status).toBe(200);
});

test('uploads and deletions that are published meanwhile are in the new index', async () => {
  const { id } = await filled(4);
  const [first] = (await ada.search({ schema: id, limit: 1 })).records;
  const changing = patch(id, definition(-5));
  await begun(id);
  expect((await ada.send('DELETE', `/api/records/${first!.id}/`)).status).toBe(204);
  const job = await ada.uploaded(id, rowsOf(160), 'application/json');
  expect((await changing).status).toBe(200);
  const stored = job.status === 'complete' ? 40 : 0;
  if (stored === 0) expect(job.error).toContain('was changed while the records were on their way');
  expect((await ada.search({ schema: id })).total).toBe(159 + stored);
  expect(await countOf(id, '0')).toBe(1);
});

test.each([
  ['compatible', 1, definition(0, 200)],
  ['with a new index', 1, definition(-5)],
  ['before the first records', 0, definition(-5)],
])(
  'an upload that was checked with the former definition stores nothing after a change: %s',
  async (_, uploads, next) => {
    const { id } = await filled(uploads);
    let end: () => void = () => undefined;
    const body = new ReadableStream<Uint8Array>({
      start(stream) {
        stream.enqueue(Buffer.from('name,dose\nEve,5\n'));
        end = () => stream.close();
      },
    });
    const sending = ada.accepted(id, body, 'text/csv');
    while (!(await ada.jobs()).some(({ status }) => status === 'uploading')) await sleep(10);
    expect((await patch(id, next)).status).toBe(200);
    end();
    const job = await ada.ended(await sending);
    expect(job).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('was changed while the records were on their way') as string,
    });
    expect((await ada.search({ schema: id })).total).toBe(40 * uploads);
    expect((await ada.uploaded(id, '[{"name":"Eve","dose":5}]', 'application/json')).status).toBe('complete');
    expect((await ada.search({ schema: id })).total).toBe(40 * uploads + 1);
  },
);

test('an ended change leaves schema and index as they were, and nothing behind', async () => {
  const { id } = await filled(5);
  expect((await ada.send('DELETE', jobPath(id))).status).toBe(409);
  const changing = patch(id, definition(-5));
  await begun(id);
  expect((await ada.send('DELETE', jobPath(id))).status).toBe(204);
  const answer = await changing;
  expect([answer.status, await detailOf(answer)]).toEqual([409, expect.stringContaining('was ended')]);
  expect(await jobOf(id)).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('ended') as string,
  });
  expect(await strays(id)).toEqual([]);
  expect(await countOf(id, '<=3')).toBe(8);
  expect((await patch(id, definition(-5))).status).toBe(200);
  expect(await countOf(id, '<=3')).toBe(8);
});

test('titles change without a signature, other limits with one, and narrower ones not at all', async () => {
  const { id } = await filled(1);
  const manifest = async () =>
    (await ada.send('GET', `/api/manifests/${id}/`)).json() as Promise<{ version: number }>;
  const { version } = await manifest();
  expect((await patch(id, definition(0, 100, { title: 'Name' }))).status).toBe(200);
  expect((await manifest()).version).toBe(version);
  expect((await patch(id, definition(0, 300, { title: 'Name' }))).status).toBe(200);
  expect((await manifest()).version).toBe(version + 1);
  expect((await ada.uploaded(id, '[{"name":"Eve","dose":300}]', 'application/json')).status).toBe('complete');
  expect(await countOf(id, '>100')).toBe(1);
  const refused = await patch(id, definition(1, 300, { maxLength: 9 }));
  const detail = await detailOf(refused);
  expect(refused.status).toBe(409);
  expect(detail).toContain('"minimum" of "dose": Stored records may have values');
  expect(detail).toContain('"maxLength" of "name"');
});

test('a check names what each change takes, and changes nothing', async () => {
  const { id } = await filled(1);
  const check = async (schema: JsonSchema) =>
    (await ada.send('POST', `/api/schemas/${id}/definition-check/`, { schema })).json();
  expect(await check(definition(-5, 50))).toEqual({
    kind: 'refused',
    has_records: true,
    changes: [
      { field: 'dose', keyword: 'minimum', kind: 'reindex' },
      { field: 'dose', keyword: 'maximum', kind: 'refused', reason: expect.any(String) as string },
    ],
  });
  expect(await check(definition(0))).toEqual({ kind: 'same', has_records: true, changes: [] });
  const empty = await world.schemaOf(definition(0));
  const answer = await ada.send('POST', `/api/schemas/${empty.id}/definition-check/`, {
    schema: definition(1, 50),
  });
  expect(await answer.json()).toMatchObject({ kind: 'compatible', has_records: false });
});

test('a colleague who is no data owner cannot change it, and a former reader goes on reading', async () => {
  const { id } = await filled(1);
  const { who, calls } = await world.colleague();
  await world.enrol(id, 'requesters', who);
  expect((await patch(id, definition(-5), calls)).status).toBe(403);
  expect((await patch(id, definition(-5), actor(world.proxy, who.headers))).status).toBe(403);
  expect(await countOf(id, '<=3')).toBe(4);
});
