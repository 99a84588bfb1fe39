/** The first sheet of an .xlsx file as CSV. Loaded only for such a file. */
import { readSheet } from 'read-excel-file/web-worker';
import { csvText } from '@cloakroom/ingest/csvText.ts';
import { RowsError } from '@cloakroom/ingest/rowsError.ts';
import { TextParts } from '#src/workers/textParts.ts';

/** A spreadsheet is read as a whole, so its size is limited. */
const maxBytes = 50 * 1024 * 1024;

/** The number of digits that a spreadsheet shows. It stores more: 0.30000000000000004 for 0.1 + 0.2. */
const shownDigits = 15;

/** A number as the spreadsheet shows it. */
const shownNumber = (text: string): string => String(Number(Number(text).toPrecision(shownDigits)));

/** The library's own type has the constructor of dates instead of a date. */
type Cell = string | number | boolean | Date | null;

/** Days are written as dates. Times have the offset of UTC, because a spreadsheet stores no offset. */
function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (!(cell instanceof Date)) return String(cell);
  const moment = cell.toISOString();
  return moment.endsWith('T00:00:00.000Z') ? moment.slice(0, 10) : moment.replace('.000Z', 'Z');
}

/**
 * Writes the first sheet as CSV. Formulas are written as their last results.
 * @throws {RowsError} `too-large` above 50 MB, and `invalid-csv` if the file is not a spreadsheet.
 */
export async function sheetAsCsv(file: File): Promise<File> {
  if (file.size > maxBytes)
    throw new RowsError(
      'too-large',
      'The spreadsheet is larger than 50 MB. Save it as CSV and select that file.',
    );
  const rows = await readSheet(file, { parseNumber: shownNumber }).catch(() => {
    throw new RowsError(
      'invalid-csv',
      'The file is not a readable spreadsheet. Save it as CSV and select that file.',
    );
  });
  const parts = new TextParts();
  for (const row of rows)
    parts.add(
      csvText(
        row.map((cell) => cellText(cell as Cell)),
        'as they are',
      ),
    );
  return new File(parts.all(), file.name.replace(/\.xlsx$/i, '.csv'), {
    lastModified: file.lastModified,
  });
}
