/** An export has every record that matches, once and in upload order, whatever changes meanwhile. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ExportedRecord } from '@cloakroom/contract/recordExport.ts';
import { SealedRecord } from '@cloakroom/contract/records.ts';
import { readRecordId } from '@cloakroom/wire/shortId.ts';
import { logged } from '#tests/service/support/stored.ts';
import { startProxyStack } from '../support/proxyStack.ts';

const world = await startProxyStack();
const { ada, service } = world;
afterAll(() => world.close());

const definition = {
  type: 'object' as const,
  properties: {
    age: { type: 'integer' as const, minimum: 0, maximum: 1000 },
    name: { type: 'string' as const },
    weight: { type: 'number' as const, minimum: 0, maximum: 500, precision: 1 },
  },
};
type Row = { age?: number; name: string; weight?: number };
const rowAt = (at: number): Row => ({
  ...(at % 7 === 0 ? {} : { age: at % 1000 }),
  name: at % 3 === 0 ? `"Łukasz" ${at}\n` : `Person ${at}`,
  ...(at % 5 === 0 ? {} : { weight: (at % 5000) / 10 }),
});
const rowsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, at) => rowAt(first + at));
const upload = async (schema: string, rows: readonly Row[]) => {
  const job = await ada.uploaded(schema, JSON.stringify(rows), 'application/json');
  expect(job.status).toBe('complete');
};

const ask = (body: object, who = ada) => who.send('POST', '/api/records/export/', body);
const linesOf = (text: string): unknown[] =>
  text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as unknown]));
async function exported(body: object) {
  const answer = await ask(body);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} ${text}`);
  return { answer, records: linesOf(text).map((line) => ExportedRecord.parse(line)) };
}
const dataOf = (records: ExportedRecord[]) => records.map(({ data }) => data);
const refusal = async (body: object, who = ada) => {
  const answer = await ask(body, who);
  return [answer.status, ((await answer.json()) as { detail: string }).detail];
};

describe('an export', () => {
  let schema: string;
  const rows = rowsFrom(0, 1000);
  beforeAll(async () => {
    schema = (await world.schemaOf(definition)).id;
    for (let at = 0; at < 1000; at += 250) await upload(schema, rows.slice(at, at + 250));
  });

  test('has all records of all uploads, decrypted, one in each line', async () => {
    const { answer, records } = await exported({ schema });
    expect(dataOf(records)).toEqual(rows);
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
    expect(answer.headers.get('x-total-count')).toBe('1000');
    const { records: page } = await ada.search({ schema, limit: 1000 });
    expect(records.map(({ id, url, schema: link }) => [id, url, link])).toEqual(
      page.map(({ id, url, schema: link }) => [id, url, link]),
    );
  });

  test('has the matches of its filters', async () => {
    const filters = [{ label: 'age', value: '>=990' }];
    const { answer, records } = await exported({ schema, filters });
    expect(dataOf(records)).toEqual(rows.filter(({ age = 0 }) => age >= 990));
    expect(answer.headers.get('x-total-count')).toBe(String(records.length));
  });

  test('has sealed records that can be decrypted later', async () => {
    const filters = [{ label: 'age', value: '100~120' }];
    const answer = await ask({ schema, filters, decrypt: false });
    const sealed = linesOf(await answer.text()).map((line) => SealedRecord.parse(line));
    const matches = rows.filter(({ age = 0 }) => age >= 100 && age <= 120);
    expect((await ada.decrypt(sealed)).map(({ data }) => data)).toEqual(matches);
  });

  test('continues after any record, with and without filters', async () => {
    const { records } = await exported({ schema });
    for (const at of [0, 31, 32, 249, 250, 998, 999])
      expect(dataOf((await exported({ schema, after: records[at]!.id })).records)).toEqual(
        rows.slice(at + 1),
      );
    const filters = [{ label: 'age', value: '<500' }];
    const isMatch = ({ age = 1000 }: Row) => age < 500;
    for (const at of [0, 7, 250, 600, 999])
      expect(dataOf((await exported({ schema, filters, after: records[at]!.id })).records)).toEqual(
        rows.slice(at + 1).filter(isMatch),
      );
  });

  test('refuses to continue after a record that it does not know', async () => {
    expect(await refusal({ schema, after: 'x' })).toEqual([400, expect.any(String)]);
    const other = await world.schemaOf(definition);
    await upload(other.id, rowsFrom(0, 1));
    const [stranger] = (await exported({ schema: other.id })).records;
    expect(await refusal({ schema, after: stranger!.id })).toEqual([
      409,
      expect.stringContaining('Begin the export again'),
    ]);
  });

  test('is recorded in the audit log before it begins', async () => {
    const before = (await logged(service, { object: schema, action: 'access' })).length;
    await exported({ schema, filters: [{ label: 'age', value: '5' }] });
    const entries = await logged(service, { object: schema, action: 'access' });
    expect(entries.slice(before).map(({ changes }) => changes)).toEqual([
      expect.objectContaining({ records: 1, filtered: true, values: 'decrypted', format: 'ndjson' }),
    ]);
  });

  test('is refused to outsiders and members; requesters get sealed records alone', async () => {
    expect((await refusal({ schema }, await world.stranger()))[0]).toBe(404);
    const { who, calls } = await world.colleague();
    expect((await refusal({ schema }, calls))[0]).toBe(403);
    await world.enrol(schema, 'requesters', who);
    expect((await refusal({ schema }, calls))[0]).toBe(403);
  });

  test('refuses filters that make no sense', async () => {
    expect((await refusal({ schema, filters: [{ label: 'nothing', value: '1' }] }))[0]).toBe(400);
  });

  test('of an empty schema has no lines', async () => {
    const empty = await world.schemaOf(definition);
    const { answer, records } = await exported({ schema: empty.id });
    expect([records, answer.headers.get('x-total-count')]).toEqual([[], '0']);
  });
});

test('an export of damaged values is refused, or names them', async () => {
  const { id: schema } = await world.schemaOf(definition);
  const rows = rowsFrom(0, 96);
  await upload(schema, rows);
  const [first] = (await ada.search({ schema, limit: 1 })).records;
  const place = Buffer.from(readRecordId(first!.id).upload);
  await service.database.execute(sql`delete from record_groups where upload = ${place} and number = 1`);
  const [status, detail] = await refusal({ schema });
  expect([status, detail]).toEqual([422, expect.stringContaining('stays closed')]);
  const { records } = await exported({ schema, partial: true });
  expect(dataOf(records)).toEqual(rows.map((row, at) => (at >= 32 && at < 64 ? {} : row)));
  expect(records.filter(({ damaged }) => damaged).map(({ damaged }) => damaged)).toEqual(
    Array.from({ length: 32 }, () => ['age', 'name', 'weight']),
  );
});

test('records that are deleted and added during an export are left out and included', async () => {
  const { id: schema } = await world.schemaOf(definition);
  const rows = rowsFrom(0, 60_000);
  await upload(schema, rows);
  const answer = await ask({ schema });
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = (await reader.read()).value ?? '';
  const last = (await ada.search({ schema, limit: 10, offset: 59_990 })).records;
  const query = last.map(({ id }) => `id=${id}`).join('&');
  expect((await ada.send('DELETE', `/api/records/?${query}`)).status).toBe(204);
  await upload(schema, [{ name: 'Late' }]);
  for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
  const data = linesOf(text).map((line) => ExportedRecord.parse(line).data);
  expect(data).toHaveLength(59_991);
  expect(data.at(-1)).toEqual({ name: 'Late' });
  expect(data.slice(0, -1)).toEqual(rows.slice(0, -10));
});
