/** Writes the bad rows of a file into a CSV file, to be corrected and uploaded again. */
import { csvText } from '@cloakroom/ingest/csvText.ts';
import { readRecords } from '@cloakroom/ingest/readRecords.ts';
import { RowsError } from '@cloakroom/ingest/rowsError.ts';
import { TextParts } from '../textParts.ts';
import type { Choices } from './choices.ts';
import { fileChunks } from './fileChunks.ts';
import { prepareUpload, type TargetSchema } from './checkFile.ts';

/** The number of characters buffered before they go into a blob. */
const partCharacters = 1024 * 1024;

/** Lets spreadsheets detect the encoding. */
const byteOrderMark = '\uFEFF';

/**
 * Writes each bad row with its problems in a leading column `_error`. Rows with too many or too few cells are not changed.
 * @returns null if the file type can't be uploaded.
 * @throws {Failure} `invalid` if the file can't be read.
 */
export async function badRowsFile(file: File, target: TargetSchema, choices: Choices): Promise<Blob | null> {
  const ready = await prepareUpload(file, target, choices);
  if (!ready) return null;
  const { body, format, reading, from } = ready;
  const names =
    format === 'csv'
      ? from.columns.map((field, i) => field ?? from.header[i] ?? '')
      : target.fields.map(({ name }) => name);
  const parts = new TextParts(partCharacters);
  parts.add(byteOrderMark + csvText(['_error', ...names]));
  const chunks = fileChunks(body, () => undefined);
  const rows = readRecords({
    ...target,
    ...reading,
    format,
    chunks,
    checkOnly: true,
    onBadRow: (cells, problems) => {
      const errors = problems.map(({ row, message }) => `Row ${row}: ${message}`);
      parts.add(csvText([errors.join(' '), ...cells]));
    },
  });
  try {
    for await (const _ of rows);
  } catch (thrown) {
    // Keeps the rows before the point where the file becomes unreadable.
    if (!(thrown instanceof RowsError)) throw thrown;
  }
  return new Blob(parts.all(), { type: 'text/csv' });
}
