/** The bad rows of a file as a file of their own, to be mended and uploaded again. */
import { csvText } from '@cloakroom/ingest/csvText.ts';
import { readRecords } from '@cloakroom/ingest/readRecords.ts';
import { RowsError } from '@cloakroom/ingest/rowsError.ts';
import type { Choices } from './choices.ts';
import { fileChunks } from './fileChunks.ts';
import { prepareUpload, type TargetSchema } from './uploadBody.ts';

/** Characters that are gathered before the browser takes them over. */
const partCharacters = 1024 * 1024;

/** Begins the file so that spreadsheets know its encoding. */
const mark = '\uFEFF';

/**
 * Every bad row as CSV: in front, in the column `_error`, what is wrong with it, then its cells as they were.
 * Rows with too many or too few cells keep theirs.
 * @returns null when the file is of no type that can be uploaded.
 * @throws {Failure} `invalid` when the file can't be read.
 */
export async function badRowsFile(file: File, target: TargetSchema, choices: Choices): Promise<Blob | null> {
  const ready = await prepareUpload(file, target, choices);
  if (!ready) return null;
  const { body, format, reading, from } = ready;
  const names =
    format === 'csv'
      ? from.columns.map((field, i) => field ?? from.header[i] ?? '')
      : target.fields.map(({ name }) => name);
  const parts: Blob[] = [];
  let text = mark + csvText(['_error', ...names]);
  const spill = () => {
    parts.push(new Blob([text]));
    text = '';
  };
  const chunks = fileChunks(body, () => undefined);
  const rows = readRecords({
    ...target,
    ...reading,
    format,
    chunks,
    checkOnly: true,
    onBadRow: (cells, problems) => {
      const errors = problems.map(({ row, message }) => `Row ${row}: ${message}`);
      text += csvText([errors.join(' '), ...cells]);
      if (text.length >= partCharacters) spill();
    },
  });
  try {
    for await (const _ of rows);
  } catch (thrown) {
    // What comes before the place where the file can't be read on is still worth having.
    if (!(thrown instanceof RowsError)) throw thrown;
  }
  spill();
  return new Blob(parts, { type: 'text/csv' });
}
