/**
 * A generated history of uploads, deletions and compactions: after each step, searches must equal filters of
 * plain rows.
 */
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { pathOf } from '@cloakroom/contract/endpoint.ts';
import { fieldsOf, JsonSchema, type Field } from '@cloakroom/contract/fields.ts';
import type { Filter } from '@cloakroom/contract/records.ts';
import { getManifest, Manifest } from '@cloakroom/contract/segments.ts';
import { recordId } from '@cloakroom/wire/shortId.ts';
import { startProxyStack } from '#tests/proxy/support/proxyStack.ts';
import { actor, startBeside, type Actor } from '#tests/proxy/support/proxy.ts';
import { columnOf, dice, filterOn, testOf, type Row } from './support/plainFilter.ts';

/** `npm run history` sets it to 4,000. */
const queries = Number(process.env.HISTORY_QUERIES ?? 200);
const queriesPerStep = 10;
const maxRowsPerUpload = 60;
const maxDeletions = 10;

const definition = JsonSchema.parse({
  type: 'object',
  properties: {
    city: { type: 'string' },
    name: { type: 'string' },
    age: { type: 'integer', minimum: 0, maximum: 120 },
    price: { type: 'number', minimum: -100, maximum: 100, precision: 2 },
  },
  required: ['name'],
});
const fields = fieldsOf(definition);
const cities = ['Oslo', 'Łódź', 'Rome', 'Bonn', '東京'];

const world = await startProxyStack();
afterAll(() => world.close());

/** A stored record and its plain row. */
type Stored = { id: string; upload: string; row: Row };

/** A row in which some values are absent and some are at the bounds. */
function rowOf(number: number, roll: (sides: number) => number): Row {
  return {
    name: `Person ${number}`,
    ...(roll(6) > 0 && { city: cities[roll(cities.length)]! }),
    ...(roll(5) > 0 && { age: roll(4) === 0 ? 120 * roll(2) : roll(121) }),
    ...(roll(5) > 0 && { price: (roll(20_001) - 10_000) / 100 }),
  };
}

/** One step of the history, for the message of a query that fails. */
type Step = { what: string; records: number };

test(
  `${queries} queries between uploads, deletions and compactions find what a plain filter finds`,
  async () => {
    const schema = await world.schemaOf(definition);
    const second = await startBeside(world.service.url, world.proxy);
    onTestFinished(() => second.close());
    const actors = [world.ada, actor(second, world.owner.headers)];
    const roll = dice(18);
    const steps: Record<string, number> = {};
    let stored: Stored[] = [];
    let rowCount = 0;
    let queryCount = 0;

    const upload = async (by: Actor): Promise<Step> => {
      const rows = Array.from({ length: 1 + roll(maxRowsPerUpload) }, () => rowOf(rowCount++, roll));
      const job = await by.uploaded(schema.id, JSON.stringify(rows), 'application/json');
      expect(job).toMatchObject({ status: 'complete', total: rows.length });
      const { upload: id = '' } = job;
      const bytes = Buffer.from(id, 'hex');
      stored.push(...rows.map((row, number) => ({ id: recordId(bytes, number), upload: id, row })));
      return { what: 'upload', records: rows.length };
    };
    const deleteRecords = async (by: Actor): Promise<Step> => {
      const deletedIds = new Set(
        Array.from({ length: 1 + roll(maxDeletions) }, () => stored[roll(stored.length)]!.id),
      );
      const ids = [...deletedIds].map((id) => `id=${id}`).join('&');
      expect((await by.send('DELETE', `/api/records/?schema=${schema.id}&${ids}`)).status).toBe(204);
      stored = stored.filter(({ id }) => !deletedIds.has(id));
      return { what: 'deletion of records', records: deletedIds.size };
    };
    const deleteUpload = async (by: Actor): Promise<Step> => {
      const { upload: id } = stored[roll(stored.length)]!;
      expect((await by.send('DELETE', `/api/uploads/${id}/?schema=${schema.id}`)).status).toBe(204);
      const before = stored.length;
      stored = stored.filter((record) => record.upload !== id);
      return { what: 'deletion of an upload', records: before - stored.length };
    };

    while (queryCount < queries) {
      const by = actors[roll(2)]!;
      const die = roll(10);
      const step = stored.length < 40 || die < 6 ? upload : die < 9 ? deleteRecords : deleteUpload;
      const { what, records } = await step(by);
      steps[what] = (steps[what] ?? 0) + 1;
      for (let i = 0; i < queriesPerStep && queryCount < queries; i++, queryCount++)
        await compare(
          actors[roll(2)]!,
          schema.id,
          stored,
          roll,
          `query ${queryCount} after ${what} of ${records}`,
        );
    }
    // The index was compacted in the background.
    const answer = await world.ada.send('GET', pathOf(getManifest, { schema: schema.id }));
    const { segments } = Manifest.parse(await answer.json());
    expect(segments.length).toBeLessThan(steps.upload!);
    if (process.env.HISTORY_QUERIES)
      console.log(`${queryCount} queries after`, steps, `${stored.length} records left`);
  },
  Math.max(60_000, queries * 500),
);

/** Sends one generated query: a page of records, a page in order, or an aggregate. */
async function compare(
  by: Actor,
  schema: string,
  stored: Stored[],
  roll: (sides: number) => number,
  when: string,
): Promise<void> {
  const rows = stored.map(({ row }) => row);
  const chosen = new Set(Array.from({ length: roll(4) }, () => fields[roll(fields.length)]!));
  const pairs = [...chosen].map((field) => ({ field, filter: filterOn(field, rows, roll) }));
  const filters = pairs.map(({ filter }) => filter);
  const tests = pairs.map(({ field, filter }) => testOf(columnOf(rows, field), filter, field));
  const matching = stored.filter((_, number) => tests.every((matches) => matches(number)));
  const message = `${when}: ${JSON.stringify(filters)}`;
  const numbers = fields.filter((field) => field.type !== 'string');
  const kind = roll(4);
  if (kind === 0) return compareSum(by, schema, filters, numbers[roll(numbers.length)]!, matching, message);

  const order = kind === 1 ? numbers[roll(numbers.length)]! : undefined;
  const descending = roll(2) === 0;
  const limit = 1 + roll(100);
  const offset = roll(3) === 0 ? roll(matching.length + 5) : 0;
  const order_by = order && `${descending ? '-' : ''}${order.name}`;
  const found = await by.search({ schema, filters, limit, offset, ...(order_by && { order_by }) });
  const ids = found.records.map(({ id }) => id);
  if (!order) {
    expect(found.total, message).toBe(matching.length);
    expect(ids, message).toEqual(matching.slice(offset, offset + limit).map(({ id }) => id));
    return;
  }
  // Records with equal values may come in any order.
  const valueOf = ({ row }: Stored) => Number(row[order.name]);
  const withValue = matching.filter(({ row }) => row[order.name] !== undefined);
  const sign = descending ? -1 : 1;
  const sorted = withValue.map(valueOf).sort((a, b) => sign * (a - b));
  const byId = new Map(withValue.map((record) => [record.id, valueOf(record)]));
  expect(new Set(ids).size, message).toBe(ids.length);
  expect(
    ids.map((id) => byId.get(id)).filter((value) => value !== undefined),
    `${message} by ${order_by}`,
  ).toEqual(sorted.slice(offset, offset + limit));
}

/** Compares the sum over the matching records that have a value. Skips a field that is already filtered. */
async function compareSum(
  by: Actor,
  schema: string,
  filters: Filter[],
  field: Field,
  matching: Stored[],
  message: string,
): Promise<void> {
  if (filters.some(({ label }) => label === field.name)) return;
  const values = matching.flatMap(({ row }) => row[field.name] ?? []).map(Number);
  const sum = values.reduce((total, value) => total + Math.round(value * 100), 0) / 100;
  const answer = await by.send('POST', '/api/records/search/', {
    schema,
    filters: [...filters, { label: field.name, value: 'sum()' }],
  });
  expect(await answer.json(), `${message} sum of ${field.name}`).toEqual([
    { data: { value: values.length === 0 ? null : sum } },
  ]);
}
