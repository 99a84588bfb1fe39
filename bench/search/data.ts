/** The records that are searched: eight columns of different variety, the same on every run. */
import { JsonSchema } from '@cloakroom/contract/fields.ts';

const number = (maximum: number) => ({ type: 'integer', minimum: 0, maximum });

export const definition = JsonSchema.parse({
  type: 'object',
  properties: {
    serial: { type: 'string' },
    person: { type: 'string' },
    kind: { type: 'string' },
    size: { type: 'string' },
    age: number(127),
    score: number(1023),
    zip: number(65_535),
    amount: number(9_999_999),
  },
  required: ['serial', 'person', 'kind', 'size', 'age', 'score', 'zip', 'amount'],
});

/** Columns in the order of a row, and their types in a plain table. */
export const columns = {
  serial: 'text',
  person: 'text',
  kind: 'text',
  size: 'text',
  age: 'integer',
  score: 'integer',
  zip: 'integer',
  amount: 'integer',
};
export type Column = keyof typeof columns;
export type Row = [string, string, string, string, number, number, number, number];

/** The shares of the ten kinds, from common to rare, in thousandths. */
const shares = [600, 200, 100, 50, 25, 12, 6, 4, 2, 1];
export const kinds = shares.map((_, i) => `kind ${i}`);
export const sizes = ['small', 'medium', 'large'];
/** How often each person occurs. */
export const perPerson = 10;

/** Numbers from 0 to 1, the same for the same seed (a linear congruential generator). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export const serialOf = (index: number): string => `S-${((index * 7919) % 10_000_000).toString(36)}-${index}`;

/** Generates `records` rows. */
export function* rowsOf(records: number): Generator<Row, undefined> {
  const roll = seededRandom(1);
  const upTo = (limit: number) => Math.floor(roll() * limit);
  for (let index = 0; index < records; index++) {
    let share = upTo(1000);
    const kind = shares.findIndex((size) => (share -= size) < 0);
    yield [
      serialOf(index),
      `person ${upTo(Math.ceil(records / perPerson))}`,
      kinds[kind]!,
      sizes[upTo(sizes.length)]!,
      upTo(128),
      upTo(1024),
      upTo(65_536),
      upTo(10_000_000),
    ];
  }
}

/** Rows as CSV, in chunks. */
export function* csvOf(records: number): Generator<string, undefined> {
  yield `${Object.keys(columns).join(',')}\n`;
  let chunk: string[] = [];
  for (const row of rowsOf(records)) {
    chunk.push(row.join(','));
    if (chunk.length < 5000) continue;
    yield `${chunk.join('\n')}\n`;
    chunk = [];
  }
  if (chunk.length > 0) yield `${chunk.join('\n')}\n`;
}
