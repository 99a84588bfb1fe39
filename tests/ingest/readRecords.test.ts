/** Whole files in batches, the schema that a body names, and what counts as a file. */
import { describe, expect, test } from 'vitest';
import { formatOf, formatOfType, type Format } from '@cloakroom/ingest/format.ts';
import { readSchemaLink } from '@cloakroom/ingest/schemaLink.ts';
import { readRecords } from '@cloakroom/ingest/readRecords.ts';
import { bytesOf, chunked, person, schemaId, texts } from './support/files.ts';

async function batchesOf(file: string, format: Format, of = person) {
  const batches = [];
  for await (const batch of readRecords({ chunks: chunked(file), format, fields: of, schemaId }))
    batches.push(batch);
  return batches;
}

describe('batches', () => {
  test('hold at most 1,000 rows, in the order of the file, and count the rows so far', async () => {
    const file = `name,age\n${Array.from({ length: 2500 }, (_, i) => `p${i},${(i % 100) + 1}\n`).join('')}`;
    const batches = await batchesOf(file, 'csv');
    expect(batches.map(({ records, rows }) => [records.length, rows])).toEqual([
      [1000, 1000],
      [1000, 2000],
      [500, 2500],
    ]);
    const all = batches.flatMap(({ records }) => records);
    expect(all.map(({ row }) => row)).toEqual(all.map((_, i) => i + 2));
    expect(all[1234]?.values).toEqual([
      { type: 'n', text: '35', step: 34 },
      { type: 's', text: 'p1234' },
      undefined,
    ]);
  });

  test('end early if their values are long', async () => {
    const file = JSON.stringify(Array.from({ length: 100 }, () => ({ a: 'x'.repeat(50_000) })));
    const sizes = (await batchesOf(file, 'json', texts('a'))).map(({ records }) => records.length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(21);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(100);
  });
});

describe('a selection', () => {
  const rows = [
    ...Array.from({ length: 2000 }, (_, i) => ({ name: `p${i}`, age: i % 300 })),
    ...Array.from({ length: 500 }, (_, i) => ({
      name: `"${'é\n'.repeat(i % 7)}`,
      age: (i % 150) + 0.5 * (i % 2),
    })),
  ];
  const csv = `name,age\n${rows.map(({ name, age }) => `"${name.replaceAll('"', '""')}",${age}\n`).join('')}`;

  test.each<[Format, string]>([
    ['csv', csv],
    ['json', JSON.stringify(rows)],
    ['ndjson', rows.map((row) => `${JSON.stringify(row)}\n`).join('')],
  ])(
    'of %s gets the wanted records of all, the same problems, and a count of each valid row',
    async (format, file) => {
      const all = await batchesOf(file, format);
      const valid = all.flatMap(({ records }) => records);
      expect(valid.length).toBeGreaterThan(500);
      const counted: number[] = [];
      const isWanted = () => counted.length % 7 < 3;
      const selection = { wants: isWanted, count: (characters: number) => void counted.push(characters) };
      const chosen: typeof all = [];
      const source = { chunks: chunked(file), format, fields: person, schemaId, selection };
      for await (const batch of readRecords(source)) chosen.push(batch);
      expect(chosen.flatMap(({ records }) => records)).toEqual(valid.filter((_, number) => number % 7 < 3));
      expect(counted.length).toBe(valid.length);
      expect(chosen.at(-1)?.problems).toEqual(all.at(-1)?.problems);
      expect(chosen.at(-1)?.rows).toBe(rows.length);
    },
  );

  test('gets the characters of a row as the file has them', async () => {
    const counted: number[] = [];
    const selection = { wants: () => true, count: (characters: number) => void counted.push(characters) };
    const file = 'name,age\nAda,36\n"Bo""b",7\n';
    const source = { chunks: chunked(file), format: 'csv' as const, fields: person, schemaId, selection };
    for await (const _ of readRecords(source));
    expect(counted).toEqual([5, 6]);
  });
});

describe('the schema that a body names is found', () => {
  test.each<[string, Format, string, string | null]>([
    ['in the header', 'csv', `\uFEFF\n"na\nme",age,schema_id:abc\nAda,36\n`, 'abc'],
    ['in a quoted cell of it', 'csv', 'name,"schema_id: /api/schemas/abc/"\nAda\n', '/api/schemas/abc/'],
    ['in a header alone', 'csv', 'name,schema_id:abc', 'abc'],
    ['nowhere in a header', 'csv', 'name,age\nAda,36\n', null],
    ['nowhere in an empty file', 'csv', '', null],
    ['in one object', 'json', '{"data":{"schema":"inner"},"schema":"abc"}', 'abc'],
    ['in the first of a list', 'json', ' [ {"schema":"abc","data":{}},{"schema":"def"}]', 'abc'],
    ['in a bare item', 'json', '[{"name":"Ada","sch\\u0065ma":"abc"}]', 'abc'],
    ['nowhere in an item', 'json', '[{"name":"Ada"}]', null],
    ['nowhere in broken JSON', 'json', '[{"name":', null],
    ['nowhere in what is no list of objects', 'json', '[12]', null],
    ['nowhere in an empty file of JSON', 'json', '', null],
  ])('%s', async (_, format, file, link) => {
    for (const size of [1, 5, 65_536]) {
      const peeked = await readSchemaLink(chunked(file, size), format);
      expect(peeked.link).toBe(link);
      let again = '';
      for await (const chunk of peeked.chunks) again += Buffer.from(chunk).toString('latin1');
      expect(again).toBe(Buffer.from(bytesOf(file)).toString('latin1'));
    }
  });

  test('only within the first megabyte', async () => {
    let asked = 0;
    async function* endless() {
      for (; asked < 1000; asked++) yield bytesOf(' '.repeat(65_536));
    }
    expect((await readSchemaLink(endless(), 'json')).link).toBeNull();
    expect(asked).toBeLessThan(20);
  });

  test('and leaving the body closes its source', async () => {
    let closed = false;
    async function* source() {
      try {
        for (;;) yield bytesOf('[{"schema":"abc"},');
      } finally {
        closed = true;
      }
    }
    for await (const _ of (await readSchemaLink(source(), 'json')).chunks) break;
    expect(closed).toBe(true);
  });
});

describe('the format of a file is', () => {
  const head = bytesOf('a,b\n');
  test.each([
    ['people.csv', 'text/csv', 'csv'],
    ['people.csv', 'application/vnd.ms-excel', 'csv'],
    ['PEOPLE.CSV', '', 'csv'],
    ['people.v2.json', 'application/json', 'json'],
    ['people.json', '', 'json'],
    ['people', 'text/csv; charset=utf-8', 'csv'],
    ['people', 'application/json', 'json'],
    ['people', '', null],
    ['people.xls', 'application/vnd.ms-excel', null],
    ['people.txt', 'text/plain', null],
    ['people.csv.exe', 'text/csv', null],
  ] as const)('%s of type %j: %s', (name, type, format) => {
    expect(formatOf(name, type, head)).toBe(format);
  });

  test('unknown for a workbook or a picture under another name', () => {
    expect(formatOf('people.csv', 'text/csv', new Uint8Array([0x50, 0x4b, 3, 4]))).toBeNull();
    expect(formatOf('people.json', '', new Uint8Array([0x89, 0x50, 0x4e, 0x47]))).toBeNull();
  });

  test('the one of its content type if it has no name', () => {
    expect(formatOfType('TEXT/CSV;header=present')).toBe('csv');
    expect(formatOfType('text/html')).toBeNull();
  });
});
