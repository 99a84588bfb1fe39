/** The first row of a CSV file: maps columns to fields and may name the schema. */
import type { Encoding } from '@cloakroom/contract/parseOptions.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import { CsvLine } from './csvLine.ts';
import { newlineOf, scanRow } from './csvScan.ts';
import { newlinesIn } from './decode.ts';
import { quoteExcerpt, type RecordTarget } from './draft.ts';
import { encodeText, bomLength } from './encoding.ts';
import { RowsError } from './rowsError.ts';

const linkPrefix = 'schema_id:';
/** The prefix of the name of an ignored column. */
const ignoredPrefix = 'ignored:';

/** The schema reference in a header's last cell, `schema_id:<reference>`; null if there is none. */
export function linkInHeader(cells: readonly string[]): string | null {
  const last = cells.at(-1) ?? '';
  return last.startsWith(linkPrefix) ? last.slice(linkPrefix.length).trim() : null;
}

/** The number of the field by column, -1 if the column is left out; `linked` if the last cell names the schema. */
export type Header = { columns: number[]; linked: boolean };

/**
 * Validates a header against the schema.
 * @throws {RowsError} `wrong-header`, with all faults in one sentence.
 */
export function readHeader(
  { line, cells }: { line: number; cells: string[] },
  { schemaId, fields, ignoresLinks = false }: RecordTarget,
): Header {
  const link = linkInHeader(cells);
  const names = link === null ? cells : cells.slice(0, -1);
  const numbers = new Map(fields.map(({ name }, number) => [name, number]));
  const faults = [
    ...(link !== null && idIn(link) !== schemaId && !ignoresLinks
      ? [`it names another schema, ${quoteExcerpt(idIn(link))}`]
      : []),
    ...columnFaults(
      names.filter((name, i) => names.indexOf(name) !== i),
      'appears more than once',
    ),
    ...columnFaults(
      names.filter((name) => !numbers.has(name) && !name.startsWith(ignoredPrefix)),
      'is not a field of this schema',
    ),
    ...columnFaults(
      fields.filter(({ name, required }) => required && !names.includes(name)).map(({ name }) => name),
      'is required, but missing',
    ),
  ];
  if (faults.length > 0)
    throw new RowsError('wrong-header', `The header row (line ${line}) does not fit: ${faults.join('; ')}.`);
  return { columns: names.map((name) => numbers.get(name) ?? -1), linked: link !== null };
}

const columnFaults = (names: string[], fault: string): string[] => {
  const distinct = [...new Set(names)];
  const rest = distinct.length > 5 ? [`and ${distinct.length - 5} more columns like it`] : [];
  return [...distinct.slice(0, 5).map((name) => `column ${quoteExcerpt(name)} ${fault}`), ...rest];
};

/**
 * The schema reference in the first row of a file that begins with `text`; null if it has none, undefined
 * if the text ends before the row does.
 */
export function linkInFirstRow(text: string, ended: boolean, delimiter = ','): string | null | undefined {
  const row = nextRow(text, 0, delimiter);
  if (!row?.whole && !ended) return undefined;
  return linkInHeader(row ? cellsOf(text.slice(row.start, row.end), delimiter) : []);
}

/** The cells of one row; empty if its quoting is invalid, which reading the file reports. */
function cellsOf(text: string, delimiter: string): string[] {
  const row = new CsvLine(delimiter);
  try {
    return row.read(`${text}\n`, 0, 10) === -1 ? [] : row.copies();
  } catch {
    return [];
  }
}

/** The new first bytes of a file, and the offset in the old file at which the rest follows. */
export type RewrittenHeader = { header: Uint8Array<ArrayBuffer>; offset: number };

export type HeaderChange = {
  schemaId: string;
  encoding?: Encoding;
  delimiter?: string;
  /** The field by column, null to leave the column out; undefined to use the names in the file. */
  columns?: readonly (string | null)[] | undefined;
};

/**
 * Renames columns if asked to, and appends a `schema_id:` cell to the header if the first two rows have equal length. The
 * page then sends `[header, file.slice(offset)]` without reading the file into memory.
 * @param head - the first bytes of the file, enough for two rows.
 * @returns null if the file is sent unchanged: no column is renamed, and the first two rows differ in length, there is only
 * one, or the header names a schema.
 */
export function rewriteCsvHeader(head: Uint8Array, change: HeaderChange): RewrittenHeader | null {
  const { schemaId, encoding = 'utf-8', delimiter = ',', columns } = change;
  const text = decodeStrict(head, encoding);
  const first = nextRow(text, 0, delimiter);
  if (first === null) return null;
  const second = nextRow(text, first.end, delimiter);
  const linked = linkInFirstRow(text, true, delimiter) !== null;
  const cell = first.cells === second?.cells && !linked ? `${delimiter}${linkPrefix}${schemaId}` : '';
  const written = text.slice(0, first.end);
  const names =
    columns &&
    renamedRow(written.slice(first.start), columns, delimiter, newlineOf(text, delimiter, true) ?? '\n');
  if (names === undefined && cell === '') return null;
  const header = encodeText(
    `${names === undefined ? written : written.slice(0, first.start) + names}${cell}`,
    encoding,
  );
  const oldHeader = encodeText(written, encoding);
  return header && oldHeader && { header, offset: bomLength(head, encoding) + oldHeader.length };
}

/** A header row with other names and as many lines as before, so that line numbers in messages stay correct. */
function renamedRow(
  row: string,
  columns: readonly (string | null)[],
  delimiter: string,
  ending: '\n' | '\r',
): string {
  const cells = cellsOf(row, delimiter);
  const link = linkInHeader(cells) === null ? [] : cells.slice(-1);
  const names = columns.map((field, i) => field ?? `${ignoredPrefix}${i + 1}`);
  const quoted = [...names, ...link].map((name) => `"${name.replaceAll('"', '""')}"`);
  return ending.repeat(newlinesIn(row, 0, row.length, ending)) + quoted.join(delimiter);
}

/** The text of the bytes; '' if they are not in that encoding, which reading the file reports. */
function decodeStrict(head: Uint8Array, encoding: Encoding): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true });
  } catch {
    return '';
  }
}

/** The next row that is not an empty line. */
function nextRow(text: string, from: number, delimiter: string) {
  let start = from;
  while (/[ \t\r\n]/.test(text.charAt(start)) && text.charAt(start) !== delimiter) start++;
  if (start >= text.length) return null;
  const row = scanRow(text, start, delimiter);
  return { start, cells: row.cells, whole: row.end !== -1, end: row.end === -1 ? text.length : row.end };
}
