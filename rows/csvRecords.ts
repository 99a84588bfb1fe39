/** The rows of a CSV file as drafts of records. */
import type { Field } from '#contract/fields.ts';
import { readCsv, type CsvOptions, type CsvRow } from './csv.ts';
import { readHeader, type Header } from './csvHeader.ts';
import type { Chunks } from './decode.ts';
import { noProblems, rowLabel, type Draft, type RawValue, type Target } from './draft.ts';

/**
 * Read records whose first row names the fields; a last header cell `schema_id:<id>`, which the rows don't
 * have (or leave empty, as spreadsheets do), must name the target. Cells take their type from the schema: ''
 * is a text, but no number.
 * @throws {RowsError} as {@link readCsv}, and `wrong-header`.
 */
export async function* csvRecords(
  chunks: Chunks,
  target: Target,
  options: CsvOptions = {},
): AsyncGenerator<Draft[]> {
  let header: Header | null = null;
  for await (const rows of readCsv(chunks, options)) {
    const drafts: Draft[] = [];
    for (const row of rows)
      if (header === null) header = readHeader(row, target);
      else drafts.push(draftOf(row, header, target.fields));
    if (drafts.length > 0) yield drafts;
  }
}

function draftOf({ line: row, cells }: CsvRow, { columns, linked }: Header, fields: readonly Field[]): Draft {
  const padded = linked && cells.length === columns.length + 1 && cells.at(-1) === '';
  if (cells.length !== columns.length && !padded) {
    const message = `This row has ${cells.length} cells, not ${columns.length} as the header says.`;
    return { row, values: null, problems: [{ row: rowLabel('csv', row), field: '', message }] };
  }
  const values = new Array<RawValue | undefined>(fields.length);
  for (let column = 0; column < columns.length; column++) {
    const number = columns[column]!;
    const text = cells[column]!;
    if (fields[number]!.type === 'string') values[number] = { type: 's', text };
    else if (text !== '') values[number] = { type: 'n', text };
  }
  return { row, values, problems: noProblems };
}
