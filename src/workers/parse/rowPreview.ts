/** A look at a chosen file's first rows, read as the whole of it is going to be. */
import { fileFingerprint } from '@cloakroom/contract/fileFingerprint.ts';
import type { Cells } from '@cloakroom/ingest/cells.ts';
import { firstRows } from '@cloakroom/ingest/detect.ts';
import { rowLabel, type Draft } from '@cloakroom/ingest/draft.ts';
import { decodeHead, toUtf8 } from '@cloakroom/ingest/encoding.ts';
import { jsonRecords } from '@cloakroom/ingest/jsonRecords.ts';
import type { Choices } from './choices.ts';
import type { FileReading } from './fileReading.ts';
import { prepareUpload, type TargetSchema } from './uploadBody.ts';

/** Rows that are shown. */
const most = 100;

export type RowPreview = FileReading & {
  /** The columns' names: of CSV as the file has them, of JSON the fields'. */
  names: string[];
  rows: { label: string; cells: string[] }[];
  /** Rows in the whole file: counted in a short one, else estimated from its beginning. */
  rowsInAll: number;
  /** Which file it is. */
  fingerprint: string;
};

/**
 * Look at a file's beginning.
 * @returns null when the file is of no type that can be uploaded.
 * @throws {Failure} `invalid` when the file can't be read.
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
    const look = await previewRows(file, target, { ...choices, encoding: guess });
    return look && { ...look, guess };
  }
  const { head, from } = ready;
  const whole = head.length === file.size;
  const names = from.format === 'csv' ? from.header : target.fields.map(({ name }) => name);
  const read = from.format === 'csv' ? csvRows(head, from, whole) : await jsonRows(head, from, target);
  return {
    ...from,
    names,
    rows: read.slice(0, most),
    rowsInAll: whole ? read.length : Math.round((read.length * file.size) / head.length),
    fingerprint: await fileFingerprint(file),
  };
}

function csvRows(head: Uint8Array, { encoding, delimiter }: FileReading, whole: boolean): RowPreview['rows'] {
  const { rows, lines } = firstRows(decodeHead(head, encoding), delimiter, Infinity, whole);
  return rows.slice(1).map((cells, i) => ({ label: rowLabel('csv', lines[i + 1] ?? 0), cells }));
}

async function jsonRows(head: Uint8Array, { encoding, format }: FileReading, target: TargetSchema) {
  const rows: RowPreview['rows'] = [];
  const take = (draft: Draft<Cells>) => {
    rows.push({ label: rowLabel(format, draft.row), cells: rows.length < most ? draft.written() : [] });
  };
  async function* bytes() {
    yield head;
  }
  try {
    const options = { lines: format === 'ndjson' };
    for await (const _ of jsonRecords(toUtf8(bytes(), encoding), target, take, options));
  } catch {
    // The beginning of a file ends anywhere. What is wrong with the whole of it, the checking says.
  }
  return rows;
}
