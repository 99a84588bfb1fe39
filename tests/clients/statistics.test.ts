/** A statistics program of a person who has the query key and no other: every figure is exact. */
import { afterAll, expect, test } from 'vitest';
import { createClient } from '@cloakroom/client/client.ts';
import { decryptRecords, searchRecords, type Filter } from '@cloakroom/contract/records.ts';
import { startOrganization } from '#tests/proxy/sharing/support.ts';

const world = await startOrganization();
const { ada } = world;
afterAll(() => world.close());

type Measurement = { age: number; weight: number | null; temperature: number; city: string };

const cities = ['Oslo', 'Turin', 'Kyoto', 'Lima'];
let state = 11;
const below = (limit: number) => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * limit);
};
/** Values in units of their fields' steps; every fifth row has no weight. */
const rows = Array.from({ length: 700 }, (_, index): Measurement => ({
  age: below(101),
  weight: index % 5 === 0 ? null : (300 + below(12_000)) / 100,
  temperature: (below(1001) - 500) / 10,
  city: cities[below(cities.length)]!,
}));
/** Decimals of each number. */
const precision = { age: 0, weight: 2, temperature: 1 };
type NumberName = keyof typeof precision;
const numbers = Object.keys(precision) as NumberName[];

const schema = await ada.schema(ada.who.organization.id, {
  type: 'object',
  properties: {
    age: { type: 'integer', minimum: 0, maximum: 120 },
    weight: { type: 'number', minimum: 0, maximum: 300, precision: 2 },
    temperature: { type: 'number', minimum: -60, maximum: 60, precision: 1 },
    city: { type: 'string' },
  },
  required: ['age', 'temperature', 'city'],
});
const csv = rows.map(({ age, weight, temperature, city }) => [age, weight ?? '', temperature, city].join());
await ada.identity();
for (const part of [csv.slice(0, 300), csv.slice(300)])
  await ada.uploaded(schema.id, ['age,weight,temperature,city', ...part].join('\n'), 'text/csv');

const bea = await world.newcomer();
await bea.identity();
await ada.admit(schema, 'requesters', bea.who);
await ada.compareAndFulfilAll();
const received = await bea.compareAndReceiveAll();
const client = createClient({ baseUrl: bea.proxy.url, headers: bea.who.headers });

/** A selection of records: filters beside the aggregate, the aggregate's own range, and what both select. */
type Selection = {
  name: string;
  filters: Filter[];
  range: (field: NumberName) => string;
  selects: (row: Measurement) => boolean;
};
const bounds = { age: [20, 60], weight: [25.5, 99.99], temperature: [-12.3, 30] } as const;
const selections: Selection[] = [
  { name: 'all', filters: [], range: () => '', selects: () => true },
  {
    name: 'from a bound',
    filters: [],
    range: (field) => `>=${bounds[field][0]}`,
    selects: () => true,
  },
  {
    name: 'a range',
    filters: [],
    range: (field) => `${bounds[field][0]}~${bounds[field][1]}`,
    selects: () => true,
  },
  {
    name: 'another field’s range',
    filters: [{ label: 'age', operator: 'between', value: '30', value2: '70' }],
    range: () => '',
    selects: ({ age }) => age >= 30 && age <= 70,
  },
  {
    name: 'a text and an excluded bound',
    filters: [{ label: 'city', value: 'Kyoto' }],
    range: (field) => `<${bounds[field][1]}`,
    selects: ({ city }) => city === 'Kyoto',
  },
  {
    name: 'three filters that nothing matches',
    filters: [
      { label: 'city', value: 'Lima' },
      { label: 'temperature', value: '<-45' },
      { label: 'weight', value: '>299' },
    ],
    range: () => '',
    selects: () => false,
  },
];
const measures = ['count', 'sum', 'avg', 'min', 'max'] as const;

/** Whether a value is in the aggregate's own range. */
function isInRange(range: string, value: number): boolean {
  if (range === '') return true;
  if (range.startsWith('>=')) return value >= Number(range.slice(2));
  if (range.startsWith('<')) return value < Number(range.slice(1));
  const [low, high] = range.split('~').map(Number);
  return value >= low! && value <= high!;
}

/** The figure, computed in whole units of the field's step, so that no sum is rounded. */
function expected(measure: (typeof measures)[number], field: NumberName, units: number[]): number | null {
  const scale = 10 ** precision[field];
  if (measure === 'count') return units.length;
  if (units.length === 0) return null;
  const sum = units.reduce((total, each) => total + each, 0);
  if (measure === 'sum') return sum / scale;
  if (measure === 'avg') return sum / (scale * units.length);
  return (measure === 'min' ? Math.min(...units) : Math.max(...units)) / scale;
}

test('has only the query key, and can’t read a value', async () => {
  expect(received.map(({ field_name: name }) => name)).toEqual(['__query']);
  const body = { schema: schema.id, limit: 3 };
  const sealed = (await client.list(searchRecords, { body })).items.filter((item) => 'id' in item);
  expect(sealed).toHaveLength(3);
  await expect(client.call(decryptRecords, { body: sealed })).rejects.toMatchObject({ status: 403 });
});

test('90 counts, sums, averages, minima and maxima equal those of the plain data', async () => {
  const figures: [name: string, got: unknown, expected: unknown][] = [];
  for (const selection of selections)
    for (const field of numbers) {
      const range = selection.range(field);
      const units = rows
        .filter((row) => row[field] !== null && isInRange(range, row[field]) && selection.selects(row))
        .map((row) => Math.round(row[field]! * 10 ** precision[field]));
      for (const measure of measures) {
        const filters = [{ label: field, value: `${measure}(${range})` }, ...selection.filters];
        const [answer] = await client.call(searchRecords, { body: { schema: schema.id, filters } });
        const name = `${measure} of ${field}, ${selection.name}`;
        figures.push([name, answer?.data.value, expected(measure, field, units)]);
      }
    }
  expect(figures).toHaveLength(90);
  expect(figures.filter(([, got, wanted]) => got !== wanted)).toEqual([]);
  // Figures without a match are null, and most others differ from each other.
  expect(figures.filter(([, , wanted]) => wanted === null)).toHaveLength(12);
  expect(new Set(figures.map(([, got]) => got)).size).toBeGreaterThan(60);
}, 120_000);
