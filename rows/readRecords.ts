/** Reading and checking the rows of an uploaded file: the one way, in the page and at the proxy's border. */
import type { Field } from '#contract/fields.ts';
import { recordCheck, type CheckedRecord, type RecordCheck } from './check.ts';
import { csvRecords } from './csvRecords.ts';
import type { Chunks } from './decode.ts';
import type { Draft } from './draft.ts';
import type { Format } from './format.ts';
import { jsonRecords } from './jsonRecords.ts';
import { messages } from './messages.ts';
import { Problems } from './problems.ts';
import { RowsError } from './rowsError.ts';

const batchOf = { rows: 1000, characters: 1024 * 1024 };

export type Upload = {
  chunks: Chunks;
  format: Format;
  fields: readonly Field[];
  /** Where the rows go. A row that names another schema is that row's problem. */
  schemaId: string;
  /** Of CSV; a comma unless said otherwise. */
  delimiter?: string;
};

export type Batch = {
  /** The good rows, in the file's order. */
  records: CheckedRecord[];
  /** Rows read so far, good and bad. */
  rows: number;
  /** What is wrong so far: one object for the whole file. The file is good if `count` is still 0 at the end. */
  problems: Problems;
};

/**
 * Read and check a whole file in batches of at most 1,000 rows or about a million characters, in flat memory.
 * Bad rows don't end the reading: they are counted, and the first of them kept to be shown.
 * @throws {RowsError} when the file cannot be read on, or holds no row at all (`empty`).
 */
export async function* readRecords({
  chunks,
  format,
  fields,
  schemaId,
  delimiter,
}: Upload): AsyncGenerator<Batch> {
  const target = { schemaId, fields };
  const drafts =
    format === 'csv'
      ? csvRecords(chunks, target, delimiter ? { delimiter } : {})
      : jsonRecords(chunks, target);
  const batches = new Batches(recordCheck(fields, format));
  for await (const window of drafts) {
    for (const draft of window) {
      const full = batches.add(draft);
      if (full) yield full;
    }
  }
  if (batches.rows === 0) throw new RowsError('empty', messages.empty);
  const last = batches.flush();
  if (last) yield last;
}

/** Fills batches with the good rows and takes note of the bad ones. */
class Batches {
  rows = 0;
  private readonly problems = new Problems();
  private readonly check: RecordCheck;
  private records: CheckedRecord[] = [];
  private rowsBefore = 0;
  private characters = 0;

  constructor(check: RecordCheck) {
    this.check = check;
  }

  /** Add a row; gives the batch that it fills. */
  add(draft: Draft): Batch | null {
    const checked = this.check(draft);
    this.rows++;
    if (Array.isArray(checked)) this.problems.add(checked);
    else {
      this.records.push(checked);
      for (const value of checked.values) this.characters += value ? value.text.length : 0;
    }
    const full = this.rows - this.rowsBefore >= batchOf.rows || this.characters >= batchOf.characters;
    return full ? this.flush() : null;
  }

  /** What has gathered since the last batch, or null. */
  flush(): Batch | null {
    if (this.rows === this.rowsBefore) return null;
    const { records, rows, problems } = this;
    this.records = [];
    this.rowsBefore = rows;
    this.characters = 0;
    return { records, rows, problems };
  }
}
