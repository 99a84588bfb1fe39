/** Finds the values of a file that don't fit the fields chosen for its columns, in one pass over all rows. */
import type { Field } from '@cloakroom/contract/fields.ts';
import { textBetween, type Kind } from './cells.ts';
import { fieldCheck } from './check.ts';
import { readCsvLines } from './csv.ts';
import { linkInHeader } from './csvHeader.ts';
import type { CsvLine } from './csvLine.ts';
import { rowLabel, type RawValue } from './draft.ts';
import { toUtf8 } from './encoding.ts';
import { jsonItems } from './jsonRecords.ts';
import { JsonValueReader, type JsonValue } from './jsonValues.ts';
import type { ProposalSource } from './proposeFields.ts';
import { refusesEmpty } from './textLimits.ts';

export type ChosenField = {
  /** The position of its column in the header of CSV. */
  column: number;
  /** The name of its member in JSON. */
  heading: string;
  field: Field;
};

/** The values of one column that its field refuses. */
export type UnfitValues = {
  rows: number;
  /** The first of them: its line in CSV or index in JSON, and why it is refused. */
  first: { row: string; reason: string };
};

/**
 * Counts the values that a field refuses. Values of JSON that are not text fit a text field, because they are stored as strings.
 * Rows that no schema fits are skipped.
 * @returns by position in `chosen`; columns whose values all fit are left out.
 * @throws {RowsError} as the readers of both formats.
 */
export async function unfitValues(
  { chunks, format, encoding = 'utf-8', delimiter = ',' }: ProposalSource,
  chosen: readonly ChosenField[],
): Promise<Map<number, UnfitValues>> {
  const checks = chosen.map(({ field }) => fieldCheck(field));
  const found = new Map<number, UnfitValues>();
  const check = (at: number, raw: RawValue | undefined, row: number) => {
    const result = checks[at]!(raw);
    if (typeof result !== 'string') return;
    const known = found.get(at);
    if (known) known.rows++;
    else found.set(at, { rows: 1, first: { row: rowLabel(format, row), reason: result } });
  };
  const utf8 = toUtf8(chunks, encoding);
  if (format === 'csv') {
    const checkRow = csvCheck(chosen, check);
    for await (const _ of readCsvLines(utf8, checkRow, { delimiter }));
    return found;
  }
  const items = new JsonValueReader();
  let row = 0;
  const checkItem = (item: Map<string, JsonValue> | null) => {
    if (item)
      for (const [at, { heading, field }] of chosen.entries())
        check(at, ofJson(item.get(heading), field), row);
    row++;
  };
  const hasLines = format === 'ndjson';
  for await (const _ of jsonItems(utf8, (cursor) => items.read(cursor), checkItem, hasLines));
  return found;
}

type Check = (at: number, raw: RawValue | undefined, row: number) => void;

function csvCheck(chosen: readonly ChosenField[], check: Check): (row: CsvLine) => void {
  let width: number | null = null;
  return (row) => {
    const { cells, count, line } = row;
    if (width === null) {
      const header = row.copies();
      width = linkInHeader(header) === null ? header.length : header.length - 1;
      return;
    }
    // The cell of the schema's link is missing or empty.
    const isPadded = count === width + 1 && cells.from[width] === cells.to[width];
    if (count !== width && !isPadded) return;
    for (const [at, { column, field }] of chosen.entries()) {
      const text = textBetween(
        cells.text,
        cells.kind[column] as Kind,
        cells.from[column]!,
        cells.to[column]!,
      );
      check(at, ofCsv(text, field), line);
    }
  };
}

/** A cell takes its type from the field; an empty one is absent unless it is text that the field allows. */
function ofCsv(text: string, field: Field): RawValue | undefined {
  if (field.type !== 'string') return text === '' ? undefined : { type: 'n', text };
  return text === '' && !field.required && refusesEmpty(field) ? undefined : { type: 's', text };
}

function ofJson(member: JsonValue | undefined, field: Field): RawValue | undefined {
  if (member?.value === undefined) return undefined;
  const { value, text } = member;
  return field.type === 'string' && value.type !== 's' ? { type: 's', text } : value;
}
