/** Files as streams of bytes cut anywhere, and the results of reading them. */
import { fieldsOf, JsonSchema, type Field } from '@cloakroom/contract/fields.ts';
import type { RowProblem } from '@cloakroom/contract/jobs.ts';
import type { ParseOptions } from '@cloakroom/contract/parseOptions.ts';
import type { Value } from '@cloakroom/ingest/check.ts';
import type { Draft } from '@cloakroom/ingest/draft.ts';
import type { Format } from '@cloakroom/ingest/format.ts';
import { jsonRecords } from '@cloakroom/ingest/jsonRecords.ts';
import { readRecords } from '@cloakroom/ingest/readRecords.ts';
import { RowsError } from '@cloakroom/ingest/rowsError.ts';

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The bytes in chunks of a given size, or of the given sizes repeatedly. */
export async function* chunked(bytes: Uint8Array | string, sizes: number | readonly number[] = 65_536) {
  const source = typeof bytes === 'string' ? bytesOf(bytes) : bytes;
  const cycle = typeof sizes === 'number' ? [sizes] : sizes;
  for (let from = 0, i = 0; from < source.length; i++) {
    const size = cycle[i % cycle.length] ?? 1;
    yield source.subarray(from, from + size);
    from += size;
  }
}

export async function collect<T>(batches: AsyncIterable<T[]>): Promise<T[]> {
  const all: T[] = [];
  for await (const batch of batches) all.push(...batch);
  return all;
}

/** The error that ends a reading. */
export async function refusal(reading: AsyncIterable<unknown> | Promise<unknown>): Promise<RowsError> {
  try {
    if (Symbol.asyncIterator in reading) for await (const _ of reading);
    else await reading;
  } catch (error) {
    if (error instanceof RowsError) return error;
    throw error;
  }
  throw new Error('The file was read without complaint.');
}

export const schemaId = 'aaaaaaaaaaaaaaaaaaaaaa';
export const otherId = 'bbbbbbbbbbbbbbbbbbbbbb';

/** The fields of a schema given by its properties; `required` names follow. */
export const fields = (properties: Record<string, object>, ...required: string[]): Field[] =>
  fieldsOf(JsonSchema.parse({ type: 'object', properties, required }));

export const texts = (...names: string[]): Field[] =>
  fields(Object.fromEntries(names.map((name) => [name, { type: 'string' }])));

export const person = fields(
  {
    name: { type: 'string' },
    age: { type: 'integer', minimum: 1, maximum: 100 },
    rating: { type: 'number', minimum: 0, maximum: 5 },
  },
  'name',
  'age',
);

/** Reads a whole file: good rows as plain objects by field name, problems as `row message`. */
export async function readAll(
  file: string | Uint8Array,
  format: Format,
  of: readonly Field[],
  sizes: number | readonly number[] = 65_536,
  reading: ParseOptions = {},
) {
  const records: Record<string, string>[] = [];
  let messages: string[] = [];
  let rows = 0;
  for await (const batch of readRecords({
    chunks: chunked(file, sizes),
    format,
    fields: of,
    schemaId,
    ...reading,
  })) {
    records.push(...batch.records.map(({ values }) => named(of, values)));
    messages = batch.problems.first.map(({ row, message }) => `${row} ${message}`);
    rows = batch.rows;
  }
  return { records, problems: messages, rows };
}

const named = (of: readonly Field[], values: readonly (Value | undefined)[]) =>
  Object.fromEntries(of.flatMap(({ name }, i) => (values[i] ? [[name, values[i].text]] : [])));

/** The items of a JSON file: each field's text by name, null if absent, and the problems that reading found. */
export async function draftsOf(
  file: string | Uint8Array,
  of: readonly Field[],
  { sizes = 65_536, window = 65_536 }: { sizes?: number | readonly number[]; window?: number } = {},
) {
  const drafts: { row: number; texts: Record<string, string | null>; problems: readonly RowProblem[] }[] = [];
  const take = ({ row, values, problems }: Draft) => {
    const text = (i: number) => {
      const value = values?.value(i);
      return value && 'text' in value ? value.text : null;
    };
    drafts.push({ row, texts: Object.fromEntries(of.map(({ name }, i) => [name, text(i)])), problems });
  };
  for await (const _ of jsonRecords(chunked(file, sizes), { schemaId, fields: of }, take, { window }));
  return drafts;
}
