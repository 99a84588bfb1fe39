/** Turns a chosen file into a checked body that is ready to send. [Way 2/8] */
import type { Field } from '#contract/fields.ts';
import type { RowProblem } from '#contract/jobs.ts';
import { csvHeaderWithSchema } from '#rows/csvHeader.ts';
import { contentTypes, formatOf, type Format } from '#rows/format.ts';
import { messages } from '#rows/messages.ts';
import { readRecords, type Batch } from '#rows/readRecords.ts';
import { RowsError } from '#rows/rowsError.ts';
import { Failure } from './failure.ts';
import { bytesOf, fileChunks } from './fileChunks.ts';

type BadRows = { count: number; rows: RowProblem[] };

/** What the check of a file came to. The body is made of the file's own slices: nothing is held. */
export type Verdict =
  | { good: true; records: number; body: Blob; type: 'text/csv' | 'application/json' }
  | { good: false; reason: string; badRows: BadRows | null };

/** Enough of a file to see its type, and its first two rows. */
const headBytes = 256 * 1024;
const headOf = (file: Blob) => bytesOf(file.slice(0, headBytes));

/** What is wrong with a file before a row of it is read, in the words for the person; null when nothing is. */
export async function fileProblem(file: File): Promise<string | null> {
  try {
    if (formatOf(file.name, file.type, await headOf(file)) === null) return messages.wrongType;
    return file.size === 0 ? messages.empty : null;
  } catch (thrown) {
    return Failure.from(thrown).message;
  }
}

export type Target = { schemaId: string; fields: Field[] };

/**
 * Read every row of a file and hold it against the schema.
 * @param onRead - told how many bytes have been read; may be called often.
 * @throws {Failure} `invalid` when the file can't be read.
 */
export async function uploadBody(
  file: File,
  target: Target,
  onRead: (bytes: number) => void,
): Promise<Verdict> {
  const head = await headOf(file);
  const format = formatOf(file.name, file.type, head);
  if (format === null) return refused(messages.wrongType);
  try {
    const chunks = fileChunks(file, onRead);
    let last: Batch | undefined;
    for await (const batch of readRecords({ ...target, format, chunks, checkOnly: true })) last = batch;
    if (last === undefined) return refused(messages.empty);
    const { rows: records, problems } = last;
    if (problems.count > 0)
      return refused(problems.sentence, { count: problems.count, rows: problems.first });
    return { good: true, records, ...bodyOf(file, format, head, target.schemaId) };
  } catch (thrown) {
    if (thrown instanceof RowsError) return refused(thrown.sentence);
    throw thrown;
  }
}

const refused = (reason: string, badRows: BadRows | null = null): Verdict => ({
  good: false,
  reason,
  badRows,
});

/** JSON goes out as it is; CSV gets the schema's column in its header row, before the rest of the file. */
function bodyOf(file: File, format: Format, head: Uint8Array, schemaId: string) {
  const type = contentTypes[format];
  const rewritten = format === 'csv' ? csvHeaderWithSchema(head, schemaId) : null;
  return { type, body: rewritten ? new Blob([rewritten.header, file.slice(rewritten.offset)]) : file };
}
