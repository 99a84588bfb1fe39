/** The rows of the drill, and the correct results of searches over them. */
import { JsonSchema } from '@cloakroom/contract/fields.ts';

export const kinds = ['red', 'green', 'blue'];

export const definition = JsonSchema.parse({
  type: 'object',
  properties: {
    token: { type: 'string' },
    kind: { type: 'string', enum: kinds },
    number: { type: 'integer', minimum: 0, maximum: 9_999_999 },
  },
  required: ['token', 'kind', 'number'],
});

export const rowAt = (number: number) => ({
  token: `token-${number}`,
  kind: kinds[number % kinds.length]!,
  number,
});

/** Rows `first` to `first + count - 1` as CSV, in chunks. */
export function* csvOf(first: number, count: number): Generator<Buffer, undefined> {
  const rowsPerChunk = 2_000;
  yield Buffer.from(`${Object.keys(rowAt(0)).join(',')}\n`);
  for (let from = first; from < first + count; from += rowsPerChunk) {
    const length = Math.min(rowsPerChunk, first + count - from);
    const lines = Array.from({ length }, (_, i) => `${Object.values(rowAt(from + i)).join(',')}\n`);
    yield Buffer.from(lines.join(''));
  }
}

/** How many of rows 0 to `count - 1` have a kind. */
export const countOf = (kind: string, count: number): number =>
  Math.ceil((count - kinds.indexOf(kind)) / kinds.length);

export const sumOf = (count: number): number => (count * (count - 1)) / 2;
