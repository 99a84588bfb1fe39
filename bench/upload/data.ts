/** The files that are read and sent: ten columns, names in many scripts, quotes and line endings; the same on every run. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { seededRandom } from '../search/data.ts';
import { countries, definition } from './schema.ts';

const names = [
  'Ada Lovelace',
  'Zoë Müller-Lüdenscheidt',
  'Νίκος Παπαδόπουλος',
  'Дмитрий Менделеев',
  '李小龍',
  'علي بن أبي طالب',
  'Nguyễn Thị Minh Khai',
  'O’Brien, Conan',
  'Robert "Bob" Smith, Jr.',
  'नरेन्द्र कुमार',
  '山田 花子',
  'Grace Hopper',
];
const cities = [
  'Zürich',
  'Accra',
  'Санкт-Петербург',
  '東京',
  'Valparaíso',
  'Washington, D.C.',
  'Αθήνα',
  'Pune',
];
const notes = [
  '',
  'Prefers to be called after six in the evening.',
  'Said "no more letters, please",\nthen asked for the catalogue.',
  'Moved house; the new address is on the last form,\r\nsecond page, in red.',
  'Называет себя другом дома, платит вовремя.',
  'Payment by invoice, thirty days, one reminder sent. Nothing else of interest is known.',
];

type Row = (string | number)[];

function* rowsFrom(seed: number): Generator<Row, never> {
  const roll = seededRandom(seed);
  const upTo = (limit: number) => Math.floor(roll() * limit);
  const oneOf = (list: string[]) => list[upTo(list.length)] ?? '';
  for (let index = 0; ; index++)
    yield [
      `M-${index}-${upTo(2 ** 24).toString(36)}`,
      oneOf(names),
      `person.${upTo(10_000_000)}@example.org`,
      oneOf(cities),
      oneOf(countries),
      oneOf(['free', 'basic', 'plus']),
      1900 + upTo(130),
      upTo(300) / 100,
      upTo(100_000_000) / 100 - 500_000,
      oneOf(notes),
    ].map((value) => (typeof value === 'number' ? Number(value.toFixed(2)) : value));
}

const columns = Object.keys(definition.properties);
const needsQuotes = /[",\r\n]/;
const cell = (value: string | number): string => {
  const text = String(value);
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** The parts of a file in each format: before the rows, a row, between rows, and after them. */
const styles = {
  csv: {
    start: `${columns.join(',')}\n`,
    row: (row: Row) => row.map(cell).join(','),
    between: '\n',
    end: '\n',
  },
  json: {
    start: '[\n',
    row: (row: Row) => JSON.stringify(Object.fromEntries(columns.map((name, i) => [name, row[i]]))),
    between: ',\n',
    end: '\n]\n',
  },
};
export type FileFormat = keyof typeof styles;
export const fileFormats = ['csv', 'json'] as const satisfies FileFormat[];

/** Writes a file of about this size. @returns the number of its rows. */
export function writeRows(path: string, kind: FileFormat, bytes: number): number {
  const { start, row, between, end } = styles[kind];
  const file = openSync(path, 'w');
  try {
    let written = writeSync(file, start);
    let rows = 0;
    let chunk: string[] = [];
    for (const each of rowsFrom(7)) {
      chunk.push(row(each));
      rows++;
      if (chunk.length < 2000 && written + chunk.length * 150 < bytes) continue;
      written += writeSync(file, chunk.join(between));
      chunk = [];
      if (written >= bytes) break;
      written += writeSync(file, between);
    }
    writeSync(file, end);
    return rows;
  } finally {
    closeSync(file);
  }
}
