/** Turns a file into a checked upload body. */
import type { Field } from '@cloakroom/contract/fields.ts';
import { fileFingerprint } from '@cloakroom/contract/fileFingerprint.ts';
import type { RowProblem } from '@cloakroom/contract/jobs.ts';
import type { ParseOptions } from '@cloakroom/contract/parseOptions.ts';
import { rewriteCsvHeader } from '@cloakroom/ingest/csvHeader.ts';
import { contentTypes, formatOf, type Format } from '@cloakroom/ingest/format.ts';
import { messages } from '@cloakroom/ingest/messages.ts';
import { readRecords, type Batch } from '@cloakroom/ingest/readRecords.ts';
import { RowsError } from '@cloakroom/ingest/rowsError.ts';
import type { Choices } from './choices.ts';
import { Failure } from '#src/shared/failure.ts';
import { bytesOf, fileChunks } from './fileChunks.ts';
import { fileReading, type FileReading } from './fileReading.ts';

type BadRows = { count: number; rows: RowProblem[] };

/** The result of checking a file. The body consists of slices of the file, and is not in memory. */
export type CheckResult =
  | {
      ok: true;
      records: number;
      body: Blob;
      type: string;
      reading: ParseOptions;
      fingerprint: string;
      /** The rows left out, if only good rows are uploaded. */
      badRows: BadRows | null;
    }
  | { ok: false; reason: string; badRows: BadRows | null };

/** Enough to detect type, encoding and delimiter, and to read the first two rows. */
const headBytes = 256 * 1024;
const headOf = (file: Blob) => bytesOf(file.slice(0, headBytes));

/** The message about a file of the wrong type or without content; null if there is no problem. */
export async function fileProblem(file: File): Promise<string | null> {
  try {
    if (formatOf(file.name, file.type, await headOf(file)) === null) return messages.wrongType;
    return file.size === 0 ? messages.empty : null;
  } catch (thrown) {
    return Failure.from(thrown).message;
  }
}

export type TargetSchema = { schemaId: string; fields: Field[] };

/** A file's first bytes, its upload body, and the settings to read it. */
type PreparedUpload = {
  head: Uint8Array;
  body: Blob;
  /** The offset of a byte in the file minus its offset in the body. */
  byteOffset: number;
  format: Format;
  reading: ParseOptions;
  from: FileReading;
};

/** Builds the upload body of a file; null if the file type can't be uploaded. */
export async function prepareUpload(
  file: File,
  { schemaId, fields }: TargetSchema,
  choices: Choices,
): Promise<PreparedUpload | null> {
  const head = await headOf(file);
  const format = formatOf(file.name, file.type, head);
  if (format === null) return null;
  const from = fileReading(head, format, fields, choices);
  const { encoding, delimiter } = from;
  const { body, byteOffset } =
    format === 'csv' ? withHeader(file, head, schemaId, from) : { body: file, byteOffset: 0 };
  const reading: ParseOptions = {
    ...(encoding === 'utf-8' ? {} : { encoding }),
    ...(delimiter === ',' ? {} : { delimiter }),
    ...(choices.rows === 'good' ? { rows: 'good' } : {}),
    ...(choices.links === 'ignore' ? { links: 'ignore' } : {}),
  };
  return { head, body, byteOffset, format, reading, from };
}

/** Replaces the header row of a CSV file by one with the schema's link. */
function withHeader(
  file: File,
  head: Uint8Array,
  schemaId: string,
  { encoding, delimiter, header, columns }: FileReading,
): Pick<PreparedUpload, 'body' | 'byteOffset'> {
  const isUnchanged = columns.every((field, i) => field === undefined || field === header[i]);
  const names = isUnchanged
    ? undefined
    : columns.map((field, i) => (field === undefined ? (header[i] ?? '') : field));
  const rewritten = rewriteCsvHeader(head, { schemaId, encoding, delimiter, columns: names });
  if (!rewritten) return { body: file, byteOffset: 0 };
  const { header: first, offset } = rewritten;
  return { body: new Blob([first, file.slice(offset)]), byteOffset: offset - first.length };
}

/**
 * Validates all rows of a file.
 * @param onRead - called, possibly often, with the number of bytes read so far.
 * @throws {Failure} `invalid` if the file can't be read.
 */
export async function checkFile(
  file: File,
  target: TargetSchema,
  choices: Choices,
  onRead: (bytes: number) => void,
): Promise<CheckResult> {
  const ready = await prepareUpload(file, target, choices);
  if (!ready) return refused(messages.wrongType);
  const { body, byteOffset, format, reading } = ready;
  // Computed in parallel; awaited at the end.
  const fingerprint = fileFingerprint(file);
  fingerprint.catch(() => undefined);
  try {
    const chunks = fileChunks(body, (bytes) => onRead(Math.min(bytes, file.size)));
    let last: Batch | undefined;
    for await (const batch of readRecords({
      ...target,
      ...reading,
      format,
      chunks,
      byteOffset,
      checkOnly: true,
    }))
      last = batch;
    if (last === undefined) return refused(messages.empty);
    const { rows, problems } = last;
    const records = rows - problems.rows;
    const badRows = problems.count > 0 ? { count: problems.count, rows: problems.first } : null;
    if (badRows && (reading.rows !== 'good' || records === 0)) return refused(problems.sentence, badRows);
    return {
      ok: true,
      records,
      body,
      type: contentTypes[format],
      reading,
      fingerprint: await fingerprint,
      badRows,
    };
  } catch (thrown) {
    if (thrown instanceof RowsError) return refused(thrown.sentence);
    throw thrown;
  }
}

const refused = (reason: string, badRows: BadRows | null = null): CheckResult => ({
  ok: false,
  reason,
  badRows,
});
