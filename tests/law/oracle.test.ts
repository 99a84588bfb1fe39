import { readFileSync } from 'node:fs';
import Papa from 'papaparse';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { fieldsOf, JsonSchema, type Field } from '@cloakroom/contract/fields.ts';
import type { Filter } from '@cloakroom/contract/records.ts';
import { readRecordId, recordId } from '@cloakroom/wire/shortId.ts';
import { ensureAccount, makeSchema, type Client } from '#tools/client.ts';
import { movies } from '#tools/samples.ts';
import { freePorts, startStack, type Stack } from '#tools/stack.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';
import { columnOf, dice, filterOn, testOf, type Row } from './support/plainFilter.ts';

/** A file of rows: its text to upload, and its plain rows. */
type Source = {
  name: string;
  text: string;
  type: 'text/csv' | 'application/json';
  definitionFile: string;
  rows: Row[];
};
type Loaded = { schema: string; fields: Field[]; rows: Row[]; ids: string[] };

const queryCount = 500;
const limits = [1, 5, 20, 100];
const Found = z.array(z.object({ id: z.string() }));

const dataDir = await temporaryFolder();
let stack: Stack;
let person: Client;

beforeAll(async () => {
  stack = await startStack({
    dataDir,
    ...(await freePorts()),
    quiet: true,
  });
  const account = { email: 'oracle@example.org', password: 'a long enough password' };
  person = await ensureAccount(stack, account, {
    first_name: 'Or',
    last_name: 'Acle',
    organization_name: 'Delphi',
  });
}, 120_000);

afterAll(() => stack.stop());

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

/** Uploads a file and computes the id of each row from its number. Without filters, records come in that order. */
async function load({ name, text, type, definitionFile, rows }: Source): Promise<Loaded> {
  const definition = JsonSchema.parse(JSON.parse(readFileSync(definitionFile, 'utf8')));
  const { schema } = await makeSchema(person, { dataset: name, schema: name }, definition);
  expect(await person.upload(schema.id, text, type)).toMatchObject({
    status: 'complete',
    total: rows.length,
  });
  const [first = ''] = (await search(schema.id, [], 1, 0)).ids;
  const ids = rows.map((_, number) => recordId(readRecordId(first).upload, number));
  for (let offset = 0; offset < rows.length; offset += 1_050)
    expect((await search(schema.id, [], 100, offset)).ids).toEqual(ids.slice(offset, offset + 100));
  return { schema: schema.id, fields: fieldsOf(definition), rows, ids };
}

async function compare({ schema, fields, rows, ids }: Loaded, seed: number) {
  const roll = dice(seed);
  const columns = new Map(fields.map((field) => [field, columnOf(rows, field)]));
  let matched = 0;
  for (let i = 0; i < queryCount; i++) {
    const chosen = new Map(
      Array.from({ length: 1 + roll(3) }, () => fields[roll(fields.length)]).map((field) => [
        field?.name,
        field,
      ]),
    );
    const pairs = [...chosen.values()].flatMap((field) =>
      field ? [{ field, filter: filterOn(field, rows, roll) }] : [],
    );
    const tests = pairs.map(({ field, filter }) => testOf(columns.get(field)!, filter, field));
    const expected = ids.filter((_, row) => tests.every((test) => test(row)));
    const offset = roll(4) === 0 ? roll(expected.length + 10) : 0;
    const limit = limits[roll(limits.length)]!;
    const found = await search(
      schema,
      pairs.map(({ filter }) => filter),
      limit,
      offset,
    );
    const query = JSON.stringify(pairs.map(({ filter }) => filter));
    expect(found.total, query).toBe(expected.length);
    expect(found.ids, query).toEqual(expected.slice(offset, offset + limit));
    if (expected.length > 0) matched++;
  }
  return matched;
}

test('five hundred searches over the zip codes find what a plain filter finds', async () => {
  const text = readFileSync('public/samples/zipcodes.csv', 'utf8');
  const { data: rows } = Papa.parse<Row>(text, { header: true, skipEmptyLines: true });
  const definitionFile = 'public/samples/zipcodes.schema.json';
  const loaded = await load({ name: 'zip codes', text, type: 'text/csv', definitionFile, rows });
  expect(await compare(loaded, 1)).toBeGreaterThan(queryCount / 4);
}, 300_000);

test('five hundred searches over the films find what a plain filter finds', async () => {
  const text = movies();
  const rows = JSON.parse(text) as Row[];
  const definitionFile = 'tests/fixtures/movies.schema.json';
  const loaded = await load({ name: 'films', text, type: 'application/json', definitionFile, rows });
  expect(await compare(loaded, 2)).toBeGreaterThan(queryCount / 4);
}, 300_000);
