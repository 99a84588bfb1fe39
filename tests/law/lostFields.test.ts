/**
 * A service that drops fields, values or the content of whole records: each loss is named, and the other records are
 * shown.
 */
import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest';
import { unreadableHeader, type DecryptedRecord, type SealedRecord } from '@cloakroom/contract/records.ts';
import { readRecordId } from '@cloakroom/wire/shortId.ts';
import { records as stored } from '@cloakroom/service/db/schema.ts';
import { startLying } from '#tests/proxy/support/lying.ts';

const world = await startLying();
const { ada, liar, service } = world;
const schema = await world.schemaOf({
  type: 'object',
  properties: {
    allergies: { type: 'string' },
    dose: { type: 'number', minimum: 0, maximum: 100, precision: 1 },
    name: { type: 'string' },
  },
});
const rows = [
  { allergies: 'penicillin', dose: 20, name: 'Ann' },
  { dose: 15, name: 'Bob' },
  { name: 'Cid' },
  {},
  {},
];
beforeAll(async () => {
  const job = await ada.uploaded(schema.id, JSON.stringify(rows), 'application/json');
  expect(job.status).toBe('complete');
});
afterEach(() => liar.reset());
afterAll(() => world.close());

type Change = (record: SealedRecord, all: SealedRecord[]) => SealedRecord;
const read = 'POST /api/records/read/';

/** Searches and decrypts everything while the service changes records. */
async function openedUnder(change: Change, partial: boolean) {
  liar.lie(read, (records: SealedRecord[]) => records.map((record) => change(record, records)));
  const { records } = await ada.search({ schema: schema.id });
  const answer = await ada.send('POST', `/api/records/decrypt/?partial=${partial}`, records);
  const body = (await answer.json()) as DecryptedRecord[] & { detail?: string };
  const unreadable = answer.headers.get(unreadableHeader);
  return { status: answer.status, body, detail: body.detail ?? '', unreadable, records };
}

const without = ({ data, ...record }: SealedRecord, ...names: string[]): SealedRecord => ({
  ...record,
  data: Object.fromEntries(Object.entries(data).filter(([name]) => !names.includes(name))),
});
const first =
  (change: Change): Change =>
  (record, all) =>
    record.id === all[0]!.id ? change(record, all) : record;
const untagged = ({ field_set: _, ...record }: SealedRecord): SealedRecord => record;

describe.each<[what: string, change: Change, says: string, damaged: string[]]>([
  [
    'a dropped value',
    first((record) => without(record, 'allergies')),
    'has lost the value of "allergies"',
    ['allergies'],
  ],
  [
    'two dropped values',
    first((record) => without(record, 'allergies', 'name')),
    'has lost the values of "allergies", "name"',
    ['allergies', 'name'],
  ],
  [
    'a field dropped from all records',
    (record) => without(record, 'allergies'),
    'has lost the value of "allergies"',
    ['allergies'],
  ],
  [
    'an emptied record',
    first((record) => ({ ...record, data: {} })),
    'has lost the values of "allergies", "dose", "name"',
    ['allergies', 'dose', 'name'],
  ],
  [
    'a stripped tag',
    first((record) => untagged(without(record, 'allergies'))),
    'came without its "field_set"',
    ['allergies', 'dose', 'name'],
  ],
  [
    'the tag of another record',
    first((record, all) => ({ ...without(record, 'allergies'), field_set: all[1]!.field_set })),
    'fields were taken away or exchanged',
    ['allergies', 'dose', 'name'],
  ],
  [
    'a tag that is none',
    first((record) => ({ ...record, field_set: 'x'.repeat(5_000) })),
    'fields were taken away or exchanged',
    ['allergies', 'dose', 'name'],
  ],
  [
    'a value moved in from another record',
    (record, all) =>
      record.id === all[1]!.id
        ? { ...record, data: { ...record.data, allergies: all[0]!.data.allergies! } }
        : record,
    'fields were taken away or exchanged',
    ['allergies', 'dose', 'name'],
  ],
])('%s', (_, change, says, damaged) => {
  // prettier-ignore
  it('is refused by record and field', async () => {
    const { status, detail } = await openedUnder(change, false);
    expect(status).toBe(422);
    expect(detail).toContain(says);
    expect(detail).toMatch(/^Record [2-9A-HJ-NP-Za-km-z]{22} /);
  });

  it('is named if the other records are requested, and these are shown', async () => {
    const { status, body, unreadable, records } = await openedUnder(change, true);
    expect([status, unreadable]).toEqual([200, '1']);
    const changed = body.filter((record) => record.damaged);
    expect(changed.map((record) => record.damaged)).toEqual([damaged]);
    body.forEach((record, at) => {
      expect(record.id).toBe(records[at]!.id);
      if (!record.damaged) expect(record.data).toEqual(rows[at]);
      else for (const name of record.damaged) expect(record.data).not.toHaveProperty(name);
    });
  });
});

test('unchanged records decrypt, as do records that never had a value', async () => {
  const { records } = await ada.search({ schema: schema.id });
  expect((await ada.decrypt(records)).map(({ data }) => data)).toEqual(rows);
  const listed = await ada.send('GET', `/api/records/?schema=${schema.id}`);
  expect((await ada.decrypt((await listed.json()) as SealedRecord[])).map(({ data }) => data)).toEqual(rows);
});

test('a single value decrypts if all fields of its record are named', async () => {
  const [record] = (await ada.search({ schema: schema.id })).records;
  const { id, field_set, data } = record!;
  const part = { id, schema: schema.id, field_set, data: { name: data.name! } };
  expect(await ada.decrypt([{ ...part, fields: Object.keys(data) }])).toMatchObject([
    { data: { name: 'Ann' } },
  ]);
  for (const fields of [['name'], ['name', 'dose'], undefined]) {
    const answer = await ada.send('POST', '/api/records/decrypt/', [{ ...part, ...(fields && { fields }) }]);
    expect(answer.status).toBe(422);
  }
  const odd = await ada.send('POST', '/api/records/decrypt/', [{ ...part, fields: ['dose'] }]);
  expect(odd.status).toBe(400);
});

describe('in the database', () => {
  const bytesOf = async (id: string) => {
    const { upload } = readRecordId(id);
    const found = await service.database
      .select()
      .from(stored)
      .where(eq(stored.upload, Buffer.from(upload)));
    return found.sort((a, b) => a.number - b.number).map(({ data }) => data);
  };

  test('records without any value have different bytes', async () => {
    const { records } = await ada.search({ schema: schema.id });
    const [, , , one, other] = await bytesOf(records[0]!.id);
    expect(one).toHaveLength(17);
    expect(other).toHaveLength(17);
    expect(one!.equals(other!)).toBe(false);
  });

  test('a record without its tag, or with the tag of another record, is refused', async () => {
    const target = await world.schemaOf(schema.schema);
    await ada.uploaded(target.id, '[{"name":"Zoe"}]', 'application/json');
    const [zoe] = (await ada.search({ schema: target.id })).records;
    const [packed] = await bytesOf(zoe!.id);
    const key = Buffer.from(readRecordId(zoe!.id).upload);
    for (const data of [
      packed!.subarray(17),
      Buffer.alloc(0),
      packed!.subarray(0, 17),
      Buffer.concat([packed!.subarray(0, 1), randomBytes(16), packed!.subarray(17)]),
    ]) {
      await service.database.update(stored).set({ data }).where(eq(stored.upload, key));
      const { records } = await ada.search({ schema: target.id });
      const answer = await ada.send('POST', '/api/records/decrypt/', records);
      expect(answer.status).toBe(422);
      expect(await answer.text()).toContain(`Record ${zoe!.id} `);
    }
  });
});
