/** A world of awkward columns, and generated queries over it. */
import fc from 'fast-check';
import type { Field, NumberField } from '@cloakroom/contract/fields.ts';
import type { Filter } from '@cloakroom/contract/records.ts';
import { randomFrom, type Row, type World } from './world.ts';

const text = (name: string): Field => ({ name, type: 'string', required: false });
const number = (name: string, minimum: number, maximum: number, precision: number): Field => ({
  name,
  type: precision === 0 ? 'integer' : 'number',
  required: false,
  minimum,
  maximum,
  precision,
});

/** Skewed, unique, constant and empty columns; few and many numbers, negative, sparse, and near 2^53 steps. */
export const fields: Field[] = [
  number('age', 0, 127, 0),
  text('city'),
  number('constant', -5, 5, 1),
  number('cost', -100, 100, 2),
  text('kind'),
  text('name'),
  number('never', 0, 10, 0),
  number('rare', 1, 1_000_000, 0),
  number('serial', 0, 100_000, 0),
  number('wide', -4_000_000_000_000_000, 4_000_000_000_000_000, 0),
];
export const numbers = fields.filter((field): field is NumberField => field.type !== 'string');

const cities = ['Oslo', 'Łódź', 'São Paulo', '', ' ', 'Zürich', '東京', 'a~b', '>5', 'Oslo '];

/** The row at an index: the same in every run. */
export function rowAt(index: number): Row {
  const random = randomFrom(index);
  const upTo = (limit: number) => Math.floor(random() * limit);
  const row: Row = { kind: 'same', name: `person ${index}`, serial: String(99_999 - index), constant: '0.5' };
  if (random() < 0.9) row.age = String(Math.floor(128 * random() ** 3));
  if (random() < 0.95) row.city = cities[Math.floor(cities.length * random() ** 4)]!;
  row.cost = ((upTo(20_001) - 10_000) / 100).toFixed(2);
  if (random() < 0.03) row.rare = String(1 + upTo(1_000_000));
  row.wide = String(Math.floor((random() - 0.5) * 8e15));
  return row;
}

/** Bounds at, inside and outside the domain, on values that occur, and between two steps. */
function bounds(world: World, field: NumberField): fc.Arbitrary<string> {
  const { minimum, maximum, precision, name } = field;
  const occurring = world.rows.flatMap(({ row }) => row[name] ?? []);
  const step = 10 ** -precision;
  const edges = [minimum, maximum, minimum - step, maximum + step, minimum - 1000, maximum + 1000, 0];
  const inside = fc
    .integer({ min: 0, max: 1000 })
    .map((part) => (minimum + ((maximum - minimum) * part) / 1000).toFixed(precision));
  const known = occurring.length > 0 ? fc.constantFrom(...occurring) : inside;
  const plain = fc.oneof(
    { weight: 4, arbitrary: known },
    { weight: 3, arbitrary: inside },
    { weight: 2, arbitrary: fc.constantFrom(...edges.map((edge) => edge.toFixed(precision))) },
  );
  const between = fc.tuple(plain, fc.constantFrom('1', '5', '999')).map(([value, more]) => {
    const padded = value.includes('.') ? value : `${value}.`;
    return padded + more;
  });
  return fc.oneof({ weight: 4, arbitrary: plain }, { weight: 1, arbitrary: between });
}

/** A filter in the long form; {@link shortForm} writes the other. */
function filterOf(world: World): fc.Arbitrary<Filter> {
  const texts = fc.oneof(
    fc.record({ label: fc.constant('city'), value: fc.constantFrom(...cities, 'Atlantis') }),
    fc.record({ label: fc.constant('kind'), value: fc.constantFrom('same', 'other') }),
    fc.record({
      label: fc.constant('name'),
      value: fc.integer({ min: 0, max: world.rows.length + 5 }).map((index) => `person ${index}`),
    }),
  );
  const ranged = numbers.map((field) => {
    const bound = bounds(world, field);
    return fc.oneof(
      fc.record({
        label: fc.constant(field.name),
        operator: fc.constantFrom('=' as const, '>' as const, '<' as const, '>=' as const, '<=' as const),
        value: bound,
      }),
      fc.record({
        label: fc.constant(field.name),
        operator: fc.constant('between' as const),
        value: bound,
        value2: bound,
      }),
    );
  });
  return fc.oneof({ weight: 1, arbitrary: texts }, { weight: 2, arbitrary: fc.oneof(...ranged) });
}

export type Query = {
  filters: Filter[];
  short: boolean;
  /** The beginning of the page as a fraction of the matches: beyond 1 it is past the end. */
  depth: number;
  limit: number;
  order: { label: string; descending: boolean } | null;
  aggregated: string;
};

export function queryOf(world: World): fc.Arbitrary<Query> {
  const label = fc.constantFrom(...numbers.map(({ name }) => name));
  return fc.record({
    filters: fc.array(filterOf(world), { minLength: 0, maxLength: 3 }),
    short: fc.boolean(),
    depth: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1.1, noNaN: true })),
    limit: fc.constantFrom(1, 7, 50, 100),
    order: fc.option(fc.record({ label, descending: fc.boolean() }), { freq: 2 }),
    aggregated: label,
  });
}

/** A number filter as one value: `>5`, `1~9`. Text filters stay as they are. */
export function shortForm(filter: Filter): Filter {
  const { label, operator, value, value2 } = filter;
  if (!operator) return filter;
  if (operator === 'between') return { label, value: `${value}~${value2!}` };
  return { label, value: operator === '=' ? value : `${operator}${value}` };
}
