/**
 * The first searches after a start of the proxy: an index that fits into memory is read completely, once, before it
 * is searched.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startLying } from '#tests/proxy/support/lying.ts';
import { actor, startBeside } from '#tests/proxy/support/proxy.ts';

const world = await startLying();
const { ada, liar, owner } = world;
const cities = ['Oslo', 'Rome', 'Turin'];
const schema = await world.schemaOf({
  type: 'object',
  properties: {
    age: { type: 'integer', minimum: 0, maximum: 120 },
    city: { type: 'string' },
    name: { type: 'string' },
  },
});
beforeAll(async () => {
  const rows = Array.from({ length: 3_000 }, (_, i) => ({
    age: i % 121,
    city: cities[i % 3],
    name: `Person ${i}`,
  }));
  const job = await ada.uploaded(schema.id, JSON.stringify(rows), 'application/json');
  expect(job.status).toBe('complete');
});
afterAll(() => world.close());

type Asked = { segments: { id: string; labels: string }[] };
/** The labels of each call for blocks that some searches through a fresh proxy make, in order. */
async function labelsOf(...searches: object[]): Promise<string[][]> {
  const before = liar.bodiesOf('POST /api/blocks/read/').length;
  const proxy = await world.proxyOn(() => startBeside(liar.url, world.proxy));
  const fresh = actor(proxy, owner.headers);
  await Promise.all(searches.map((search) => fresh.search({ schema: schema.id, ...search })));
  const bodies = liar.bodiesOf('POST /api/blocks/read/').slice(before) as Asked[];
  return bodies.map(({ segments }) =>
    segments.flatMap(({ id, labels }) => {
      const bytes = Buffer.from(labels, 'base64');
      return Array.from({ length: bytes.length / 8 }, (_, at) =>
        [id, bytes.toString('hex', 8 * at, 8 * at + 8)].join(' '),
      );
    }),
  );
}

const one = { filters: [{ label: 'name', value: 'Person 7' }] };
const other = { filters: [{ label: 'age', value: '30~32' }], order_by: '-age', limit: 5 };

test('different first searches request the same labels, in the same calls', async () => {
  const first = await labelsOf(one);
  expect(first.flat().length).toBeGreaterThan(30);
  expect(await labelsOf(other)).toEqual(first);
  expect(await labelsOf({ filters: [] })).toEqual(first);
});

test('simultaneous searches load each block once', async () => {
  const all = (await labelsOf(one, other, one, { filters: [{ label: 'city', value: 'Rome' }] })).flat();
  expect(new Set(all).size).toBe(all.length);
});

test('labels are requested in an order that is independent of their blocks', async () => {
  for (const call of await labelsOf(one)) expect(call).toEqual(call.toSorted());
});
