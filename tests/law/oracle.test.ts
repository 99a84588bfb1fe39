import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Papa from 'papaparse';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { fieldsOf, JsonSchema, type Field } from '#contract/fields.ts';
import { operators, type Filter } from '#contract/records.ts';
import { ensureAccount, makeSchema, type Client } from '#tools/client.ts';
import { movies } from '#tools/samples.ts';
import { freePorts, startStack, type Stack } from '#tools/stack.ts';

type Row = Record<string, string | number | null>;
/** A file of rows, as it is uploaded and as plain rows. */
type Source = {
  name: string;
  text: string;
  type: 'text/csv' | 'application/json';
  definitionFile: string;
  rows: Row[];
};
type Loaded = { schema: string; fields: Field[]; rows: Row[]; ids: string[] };

const queries = 500;
const Found = z.array(z.object({ id: z.string() }));

let dataDir: string;
let stack: Stack;
let person: Client;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'cloakroom-oracle-'));
  chmodSync(dataDir, 0o755);
  stack = await startStack({
    dataDir,
    ...(await freePorts()),
    quiet: true,
  });
  const account = { email: 'oracle@example.org', password: 'a long enough password' };
  person = await ensureAccount(stack.url, account, {
    first_name: 'Or',
    last_name: 'Acle',
    organization_name: 'Delphi',
  });
});

afterAll(async () => {
  await stack.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The same numbers on every run. */
function dice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

async function search(schema: string, filters: Filter[], limit: number, offset: number) {
  const answer = await person.send(
    'POST',
    '/api/records/search/',
    JSON.stringify({ schema, filters, limit, offset }),
  );
  return {
    ids: Found.parse(await answer.json()).map(({ id }) => id),
    total: Number(answer.headers.get('x-total-count')),
  };
}

/** Upload a file and learn the id of each of its rows: without filters, records come in upload order. */
async function load({ name, text, type, definitionFile, rows }: Source): Promise<Loaded> {
  const definition = JsonSchema.parse(JSON.parse(readFileSync(definitionFile, 'utf8')));
  const { schema } = await makeSchema(person, { dataset: name, schema: name }, definition);
  expect(await person.upload(schema.id, text, type)).toMatchObject({
    status: 'complete',
    total: rows.length,
  });
  const ids: string[] = [];
  while (ids.length < rows.length) ids.push(...(await search(schema.id, [], 100, ids.length)).ids);
  return { schema: schema.id, fields: fieldsOf(definition), rows, ids };
}

/** A filter that may match some rows, none or all: values of rows, near them, and beyond the bounds. */
function filterOn(field: Field, rows: Row[], roll: (sides: number) => number): Filter {
  const some = () => rows[roll(rows.length)]?.[field.name] ?? '';
  if (field.type === 'string')
    return {
      label: field.name,
      operator: '=',
      value: roll(8) === 0 ? 'nowhere to be found' : String(some()),
    };
  const step = 10 ** -field.precision;
  const number = () => {
    const kind = roll(10);
    if (kind === 0) return field.minimum - 1;
    if (kind === 1) return field.maximum + 1;
    if (kind === 2) return field.minimum;
    const near = Number(some() === '' ? field.maximum : some()) + (roll(3) - 1) * step * roll(50);
    return Number(near.toFixed(field.precision + (kind === 3 ? 1 : 0)));
  };
  const operator = operators[roll(operators.length)] ?? '=';
  const value = number().toFixed(field.precision + 1);
  return {
    label: field.name,
    operator,
    value,
    ...(operator === 'between' ? { value2: number().toFixed(field.precision + 1) } : {}),
  };
}

function matches(row: Row, { label, value, operator, value2 }: Filter, field: Field): boolean {
  const held = row[label];
  if (held === null || held === undefined || (field.type !== 'string' && held === '')) return false;
  if (field.type === 'string') return String(held) === value;
  const [have, want] = [Number(held), Number(value)];
  switch (operator) {
    case '>':
      return have > want;
    case '<':
      return have < want;
    case '>=':
      return have >= want;
    case '<=':
      return have <= want;
    case 'between':
      return have >= want && have <= Number(value2);
    default:
      return have === want;
  }
}

async function compare({ schema, fields, rows, ids }: Loaded, seed: number) {
  const roll = dice(seed);
  let matched = 0;
  for (let i = 0; i < queries; i++) {
    const chosen = new Map(
      Array.from({ length: 1 + roll(3) }, () => fields[roll(fields.length)]).map((field) => [
        field?.name,
        field,
      ]),
    );
    const pairs = [...chosen.values()].flatMap((field) =>
      field ? [{ field, filter: filterOn(field, rows, roll) }] : [],
    );
    const expected = ids.filter((_, row) =>
      pairs.every(({ field, filter }) => matches(rows[row] ?? {}, filter, field)),
    );
    const offset = roll(4) === 0 ? roll(expected.length + 10) : 0;
    const found = await search(
      schema,
      pairs.map(({ filter }) => filter),
      100,
      offset,
    );
    const query = JSON.stringify(pairs.map(({ filter }) => filter));
    expect(found.total, query).toBe(expected.length);
    expect(found.ids, query).toEqual(expected.slice(offset, offset + 100));
    if (expected.length > 0) matched++;
  }
  return matched;
}

test('five hundred searches over the zip codes find what a plain filter finds', async () => {
  const text = readFileSync('public/samples/zipcodes.csv', 'utf8');
  const { data: rows } = Papa.parse<Row>(text, { header: true, skipEmptyLines: true });
  const definitionFile = 'public/samples/zipcodes.schema.json';
  const loaded = await load({ name: 'zip codes', text, type: 'text/csv', definitionFile, rows });
  expect(await compare(loaded, 1)).toBeGreaterThan(queries / 4);
}, 300_000);

test('five hundred searches over the films find what a plain filter finds', async () => {
  const text = movies();
  const rows = JSON.parse(text) as Row[];
  const definitionFile = 'tests/fixtures/movies.schema.json';
  const loaded = await load({ name: 'films', text, type: 'application/json', definitionFile, rows });
  expect(await compare(loaded, 2)).toBeGreaterThan(queries / 4);
}, 300_000);
