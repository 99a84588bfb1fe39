/**
 * If the service drops fields, values or the content of whole records, each loss is named, and the other records are shown.
 */
import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { unreadableHeader } from '@cloakroom/contract/list.ts';
import { type DecryptedRecord, type SealedRecord } from '@cloakroom/contract/records.ts';
import { readRecordId } from '@cloakroom/wire/shortId.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import { decodeGroup, encodeGroup, type SealedGroup } from '@cloakroom/wire/recordGroup.ts';
import { recordGroups } from '@cloakroom/service/db/schema.ts';
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
const list = 'GET /api/records/';
/** Records as the service shows them, for which the proxy reads no group. */
const listed = async ({ id }: { id: string }) =>
  (await (await ada.send('GET', `/api/records/?schema=${id}&limit=100`)).json()) as SealedRecord[];

/** Lists and decrypts everything while the service changes records. */
async function openedUnder(change: Change, partial: boolean) {
  liar.lie(list, (records: SealedRecord[]) => records.map((record) => change(record, records)));
  const records = await listed(schema);
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

describe.each<[what: string, change: Change, says: string, damaged: string[], records?: number]>([
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
    rows.length,
  ],
  [
    'an emptied record',
    first((record) => ({ ...record, data: {} })),
    'has lost the values of "allergies", "dose", "name"',
    ['allergies', 'dose', 'name'],
  ],
  [
    'a value moved in from another record',
    (record, all) =>
      record.id === all[1]!.id
        ? { ...record, data: { ...record.data, allergies: all[0]!.data.allergies! } }
        : record,
    'of "allergies" in record',
    ['allergies'],
  ],
  [
    'an invalid value',
    first((record) => ({ ...record, data: { ...record.data, allergies: 'v2.AAAA' } })),
    '"allergies" of record',
    ['allergies'],
  ],
])('%s', (_, change, says, damaged, count = 1) => {
  // prettier-ignore
  test('is rejected with the record and the field', async () => {
    const { status, detail } = await openedUnder(change, false);
    expect(status).toBe(422);
    expect(detail).toContain(says);
    expect(detail).toMatch(/[Rr]ecord [2-9A-HJ-NP-Za-km-z]{22} /);
  });

  test('is named in a partial answer, which shows the other records', async () => {
    const { status, body, unreadable, records } = await openedUnder(change, true);
    expect([status, unreadable]).toEqual([200, String(count)]);
    const changed = body.filter((record) => record.damaged);
    expect(changed.map((record) => record.damaged)).toEqual(Array(count).fill(damaged));
    body.forEach((record, index) => {
      expect(record.id).toBe(records[index]!.id);
      const lost = new Set(record.damaged);
      const left = Object.entries(rows[index]!).filter(([name]) => !lost.has(name));
      expect(record.data).toEqual(Object.fromEntries(left));
    });
  });
});

test('unchanged records decrypt, as do records that never had a value', async () => {
  const { records } = await ada.search({ schema: schema.id });
  const opened = await ada.decrypt(records);
  expect(opened.map(({ data }) => data)).toEqual(rows);
  const all = ['allergies', 'dose', 'name'];
  expect(opened.map(({ empty = [] }) => empty)).toEqual(
    rows.map((row) => all.filter((name) => !Object.hasOwn(row, name))),
  );
  expect((await ada.decrypt(await listed(schema))).map(({ data }) => data)).toEqual(rows);
});

test('a single value decrypts if all fields of its record are named', async () => {
  const [record] = (await ada.search({ schema: schema.id })).records;
  const { id, data } = record!;
  const part = { id, schema: schema.id, data: { name: data.name! } };
  expect(await ada.decrypt([{ ...part, fields: Object.keys(data) }])).toMatchObject([
    { data: { name: 'Ann' } },
  ]);
  for (const fields of [['name'], ['name', 'dose'], undefined]) {
    const answer = await ada.send('POST', '/api/records/decrypt/', [{ ...part, ...(fields && { fields }) }]);
    expect(answer.status).toBe(422);
  }
  const mismatched = await ada.send('POST', '/api/records/decrypt/', [{ ...part, fields: ['dose'] }]);
  expect(mismatched.status).toBe(400);
});

test('a record that is requested several times, with different fields, has each of them', async () => {
  const [record] = (await ada.search({ schema: schema.id })).records;
  const { id, data } = record!;
  const part = (name: string) => ({ id, schema: schema.id, data: { [name]: data[name]! }, fields: Object.keys(data) }); // prettier-ignore
  const opened = await ada.decrypt([part('name'), part('dose'), part('allergies')]);
  expect(opened.map((one) => one.data)).toEqual([{ name: 'Ann' }, { dose: 20 }, { allergies: 'penicillin' }]);
});

describe('a group', () => {
  /** A schema of two uploads with groups of 32 and of 8 records each, and its groups in that order. */
  async function twoUploads() {
    const target = await world.schemaOf(schema.schema);
    for (const from of [0, 40]) {
      const people = Array.from({ length: 40 }, (_, number) => ({ name: `Person ${from + number}` }));
      await ada.uploaded(target.id, JSON.stringify(people), 'application/json');
    }
    const records = await listed(target);
    const uploads = [records[0]!, records[40]!].map(({ id }) => Buffer.from(readRecordId(id).upload));
    const rows = await service.database
      .select()
      .from(recordGroups)
      .where(inArray(recordGroups.upload, uploads));
    const at = (upload: number, number: number) =>
      rows.find((row) => row.upload.equals(uploads[upload]!) && row.number === number)!.data;
    const store = (upload: number, number: number, data: Buffer) =>
      service.database
        .update(recordGroups)
        .set({ data })
        .where(and(eq(recordGroups.upload, uploads[upload]!), eq(recordGroups.number, number)));
    return { records, at, store };
  }
  type Groups = Awaited<ReturnType<typeof twoUploads>>;
  const flipped = (bytes: Buffer, index: number) => {
    const copy = Buffer.from(bytes);
    copy[index]! ^= 1;
    return copy;
  };
  /** Encodes a group again after a change. */
  const changed = (bytes: Buffer, change: (group: SealedGroup) => Partial<SealedGroup>) => {
    const group = decodeGroup(bytes, 3);
    return Buffer.from(encodeGroup({ ...group, ...change(group) }));
  };
  const allFields = ['allergies', 'dose', 'name'];

  // prettier-ignore
  test.each<[what: string, change: (groups: Groups) => Promise<unknown>, damaged: string[]]>([
    ['another group of the upload', ({ at, store }) => store(0, 0, at(0, 1)), allFields],
    ['the group of another upload', ({ at, store }) => store(0, 0, at(1, 0)), allFields],
    ['a flipped bit of the salt', ({ at, store }) => store(0, 0, flipped(at(0, 0), 5)), allFields],
    ['a flipped bit of a value', ({ at, store }) => store(0, 0, flipped(at(0, 0), 30)), ['allergies']],
    ['fewer records', ({ at, store }) => store(0, 0, changed(at(0, 0), () => ({ records: 31 }))), allFields],
    ['an exchanged field', ({ at, store }) => store(0, 0, changed(at(0, 0), ({ fields: [a, d, n] }) => ({ fields: [d!, a!, n!] }))), ['allergies', 'dose']],
    ['the field of another group', ({ at, store }) => store(0, 0, changed(at(0, 0), ({ fields: [a, d] }) => ({ fields: [a!, d!, decodeGroup(at(1, 0), 3).fields[2]!] }))), ['name']],
    ['a field shortened to nothing', ({ at, store }) => store(0, 0, changed(at(0, 0), ({ fields: [a, d] }) => ({ fields: [a!, d!, new Uint8Array(8)] }))), ['name']],
  ])('with %s is rejected, and its values are named', async (_, change, damaged) => {
    const groups = await twoUploads();
    await change(groups);
    const { records } = groups;
    const refused = await ada.send('POST', '/api/records/decrypt/', records);
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining(`record ${records[0]!.id} `) as string]);
    const partial = await ada.send('POST', '/api/records/decrypt/?partial=true', records);
    const opened = (await partial.json()) as DecryptedRecord[];
    expect(opened.slice(0, 32).map((record) => record.damaged)).toEqual(Array(32).fill(damaged));
    expect(opened.slice(32).map((record) => record.damaged)).toEqual(Array(48).fill(undefined));
    const isNamed = damaged.includes('name');
    expect(opened.map(({ data }) => data)).toEqual(opened.map((_, at) => (at < 32 && isNamed ? {} : { name: `Person ${at}` })));
  });

  test('that is truncated, too long or missing is rejected, and the others are shown', async () => {
    const { records, at, store } = await twoUploads();
    for (const data of [at(0, 0).subarray(0, -1), Buffer.concat([at(0, 0), Buffer.of(0)]), Buffer.of(7)]) {
      await store(0, 0, data);
      const target = { schema: idIn(records[0]!.schema), limit: 100 };
      const answer = await ada.send('POST', '/api/records/search/', { ...target, partial: true });
      expect(answer.headers.get(unreadableHeader)).toBe('32');
      const refused = await ada.send('POST', '/api/records/decrypt/', records);
      expect([refused.status, await refused.text()]).toEqual([
        422,
        expect.stringContaining(`record ${records[0]!.id} `) as string,
      ]);
    }
  });

  test('in an answer with additional, missing or truncated groups is rejected', async () => {
    const { records } = await twoUploads();
    const lies: ((answer: Buffer) => Buffer)[] = [
      (answer) => answer.subarray(0, -1),
      (answer) => Buffer.concat([answer, Buffer.alloc(4)]),
      () => Buffer.alloc(0),
    ];
    for (const lie of lies) {
      liar.reset();
      liar.lie('POST /api/groups/read/', lie);
      const refused = await ada.send('POST', '/api/records/decrypt/', records);
      expect([refused.status, await refused.text()]).toEqual([
        422,
        expect.stringContaining('other records than were asked for') as string,
      ]);
    }
  });

  test('of records without any value has different bytes each time', async () => {
    const target = await world.schemaOf(schema.schema);
    for (const _ of [1, 2]) await ada.uploaded(target.id, '[{},{}]', 'application/json');
    const { records } = await ada.search({ schema: target.id });
    const uploads = [records[0]!, records[2]!].map(({ id }) => Buffer.from(readRecordId(id).upload));
    const rows = await service.database
      .select()
      .from(recordGroups)
      .where(inArray(recordGroups.upload, uploads));
    const [one, other] = rows.map(({ data }) => data);
    expect(one).toHaveLength(other!.length);
    expect(one!.equals(other!)).toBe(false);
  });
});
