/** The first rows of a chosen file, read with the same settings as the upload. */
import { fileFingerprint } from '@cloakroom/contract/fileFingerprint.ts';
import type { Cells } from '@cloakroom/ingest/cells.ts';
import { firstRows } from '@cloakroom/ingest/detect.ts';
import { rowLabel, type Draft } from '@cloakroom/ingest/draft.ts';
import { decodeHead, toUtf8 } from '@cloakroom/ingest/encoding.ts';
import { jsonRecords } from '@cloakroom/ingest/jsonRecords.ts';
import type { Choices } from './choices.ts';
import type { FileReading } from './fileReading.ts';
import { prepareUpload, type TargetSchema } from './checkFile.ts';

const maxRows = 100;

export type RowPreview = FileReading & {
  /** The names of the columns: from the header of CSV, from the schema for JSON. */
  names: string[];
  rows: { label: string; cells: string[] }[];
  /** The rows of the whole file: counted if it is short, else estimated from its beginning. */
  totalRows: number;
  /** Whether some of the first records name another schema. */
  namesOtherSchema: boolean;
  fingerprint: string;
};

/**
 * Reads a file's beginning.
 * @returns null if the file type can't be uploaded.
 * @throws {Failure} `invalid` if the file can't be read.
 */
export async function previewRows(
  file: File,
  target: TargetSchema,
  choices: Choices,
): Promise<RowPreview | null> {
  const ready = await prepareUpload(file, target, choices);
  if (!ready) return null;
  const { guess } = ready.from;
  if (guess) {
    const preview = await previewRows(file, target, { ...choices, encoding: guess });
    return preview && { ...preview, guess };
  }
  const { head, from } = ready;
  const isComplete = head.length === file.size;
  const names = from.format === 'csv' ? from.header : target.fields.map(({ name }) => name);
  const found =
    from.format === 'csv' ? { rows: csvRows(head, from, isComplete) } : await jsonRows(head, from, target);
  const { rows } = found;
  return {
    ...from,
    names,
    rows: rows.slice(0, maxRows),
    totalRows: isComplete ? rows.length : Math.round((rows.length * file.size) / head.length),
    namesOtherSchema: 'namesOtherSchema' in found && found.namesOtherSchema,
    fingerprint: await fileFingerprint(file),
  };
}

function csvRows(
  head: Uint8Array,
  { encoding, delimiter }: FileReading,
  isComplete: boolean,
): RowPreview['rows'] {
  const { rows, lines } = firstRows(decodeHead(head, encoding), delimiter, Infinity, isComplete);
  return rows.slice(1).map((cells, i) => ({ label: rowLabel('csv', lines[i + 1] ?? 0), cells }));
}

async function jsonRows(head: Uint8Array, { encoding, format }: FileReading, target: TargetSchema) {
  const rows: RowPreview['rows'] = [];
  let namesOtherSchema = false;
  const onRecord = (draft: Draft<Cells>) => {
    namesOtherSchema ||= draft.namesOtherSchema === true;
    rows.push({ label: rowLabel(format, draft.row), cells: rows.length < maxRows ? draft.written() : [] });
  };
  async function* bytes() {
    yield head;
  }
  try {
    const options = { lines: format === 'ndjson' };
    for await (const _ of jsonRecords(toUtf8(bytes(), encoding), target, onRecord, options));
  } catch {
    // The head ends in the middle of a row. Errors of the whole file are reported by its check.
  }
  return { rows, namesOtherSchema };
}
