/** A schema to which fields are added while it has records, and its rows in plain text. */
import { expect } from 'vitest';
import type { JsonSchema } from '@cloakroom/contract/fields.ts';
import { Schema } from '@cloakroom/contract/schemas.ts';
import type { Manifest } from '@cloakroom/contract/segments.ts';
import type { Device } from '../sharing/support.ts';
import type { Actor } from './proxy.ts';

export const properties = {
  name: { type: 'string' },
  city: { type: 'string', enum: ['Oslo', 'Rome'] },
  dose: { type: 'number', minimum: 0, maximum: 100, precision: 1 },
};
/** Their names are before, among and behind those of the others, whose numbers change. */
export const added = {
  age: { type: 'integer', minimum: 0, maximum: 150 },
  code: { type: 'string' },
  ward: { type: 'string' },
};
export type Row = { name: string; city?: string; dose?: number; age?: number; code?: string; ward?: string };
export const definition = (more: object = {}, change: object = {}): JsonSchema => ({
  type: 'object',
  properties: { ...properties, ...change, ...more },
  required: ['name'],
});

let counter = 0;
export const rowsOf = (count: number, more: (at: number) => Partial<Row> = () => ({})): Row[] =>
  Array.from({ length: count }, (_, at) => ({
    name: `n${(counter += 1)}`,
    ...(at % 3 > 0 && { city: ['Oslo', 'Rome'][at % 2]! }),
    ...(at % 4 > 0 && { dose: (at % 50) / 10 }),
    ...more(at),
  }));

export const detailOf = async (answer: Response) => ((await answer.json()) as { detail: string }).detail;
/** Makes schemas as their owner, and changes them. */
export function extendedSchemas(ada: Device) {
  const patch = (id: string, schema: JsonSchema, by: Actor = ada) =>
    by.send('PATCH', `/api/schemas/${id}/`, { schema });
  async function changed(id: string, schema: JsonSchema): Promise<Schema> {
    const answer = await patch(id, schema);
    expect(answer.status, await answer.clone().text()).toBe(200);
    return Schema.parse(await answer.json());
  }
  const manifestOf = async (id: string) =>
    (await (await ada.send('GET', `/api/manifests/${id}/`)).json()) as Manifest;

  /** A schema, and its rows in plain text. */
  async function filled(counts: readonly number[]) {
    const schema = await ada.schema(ada.who.organization.id, definition(), `Added ${(counter += 1)}`);
    const { id } = schema;
    const rows: Row[] = [];
    const add = async (fresh: Row[], by: Actor = ada) => {
      const job = await by.uploaded(id, JSON.stringify(fresh), 'application/json');
      expect(job.status, job.error).toBe('complete');
      rows.push(...fresh);
    };
    for (const count of counts) await add(rowsOf(count));
    return { schema, id, rows, add, check: (by: Actor = ada) => check(by, id, rows) };
  }
  return { patch, changed, manifestOf, filled };
}

const valueOf = async (by: Actor, schema: string, filters: object[]) => {
  const answer = await by.send('POST', '/api/records/search/', { schema, filters });
  expect(answer.status, await answer.clone().text()).toBe(200);
  return ((await answer.json()) as { data: { value: unknown } }[])[0]!.data.value;
};
const exported = async (by: Actor, schema: string) => {
  const answer = await by.send('POST', '/api/records/export/', { schema, decrypt: true, format: 'ndjson' });
  expect(answer.status, await answer.clone().text()).toBe(200);
  const lines = (await answer.text()).trim().split('\n');
  return lines.map((line) => (JSON.parse(line) as { data: Row }).data);
};

export const isAged = ({ age }: Row) => age !== undefined && age >= 30;

/** All records, decrypted. */
export const storedRows = async (by: Actor, schema: string) =>
  (await by.decrypt((await by.search({ schema, limit: 1000 })).records)).map(({ data }) => data);

/** Searches, decrypts, exports, sorts and aggregates, and compares with the plain rows. */
export async function check(by: Actor, schema: string, rows: readonly Row[]): Promise<void> {
  for (const [filters, like] of [
    [[], () => true],
    [[{ label: 'city', value: 'Rome' }], ({ city }: Row) => city === 'Rome'],
    [[{ label: 'ward', value: 'W1' }], ({ ward }: Row) => ward === 'W1'],
    [[{ label: 'age', value: '>=30' }], isAged],
    [
      [
        { label: 'code', value: 'C1' },
        { label: 'dose', value: '<4' },
      ],
      ({ code, dose }: Row) => code === 'C1' && dose !== undefined && dose < 4,
    ],
  ] as const) {
    const expected = rows.filter(like);
    const { total, records } = await by.search({ schema, filters, limit: 1000 });
    expect(total).toBe(expected.length);
    expect((await by.decrypt(records)).map(({ data }) => data)).toEqual(expected);
  }
  const ages = rows.flatMap(({ age }) => age ?? []).sort((one, other) => other - one);
  const { records, total } = await by.search({ schema, order_by: '-age', limit: 1000 });
  expect(total).toBe(rows.length);
  const sorted = (await by.decrypt(records)).map(({ data }) => data.age);
  expect(sorted).toEqual([...ages, ...rows.filter(({ age }) => age === undefined).map(() => undefined)]);
  const sum = await valueOf(by, schema, [{ label: 'age', value: 'sum()' }]);
  expect(Number(sum)).toBe(ages.reduce((one, other) => one + other, 0));
  expect(Number(await valueOf(by, schema, [{ label: 'age', value: 'count()' }]))).toBe(ages.length);
  expect(await exported(by, schema)).toEqual(rows);
}

export const withAdded = (at: number): Partial<Row> => ({
  ...(at % 2 > 0 && { age: 20 + at }),
  ...(at % 3 > 0 && { code: `C${at % 2}` }),
  ...(at % 5 > 0 && { ward: `W${at % 3}` }),
});
