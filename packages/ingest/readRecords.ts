/** Reading and checking the rows of an uploaded file: the one way, in the page and at the proxy's border. */
import type { Field } from '@cloakroom/contract/fields.ts';
import type { RowProblem } from '@cloakroom/contract/jobs.ts';
import type { Encoding } from '@cloakroom/contract/parseOptions.ts';
import type { Cells } from './cells.ts';
import { recordCheck, type CheckedRecord, type RecordCheck } from './check.ts';
import { csvRecords } from './csvRecords.ts';
import type { Chunks } from './decode.ts';
import type { Draft } from './draft.ts';
import { inUtf8 } from './encoding.ts';
import type { Format } from './format.ts';
import { validatorInPlace } from './validateInPlace.ts';
import { jsonRecords } from './jsonRecords.ts';
import { messages } from './messages.ts';
import { Problems } from './problems.ts';
import { RowsError } from './rowsError.ts';

const batchOf = { rows: 1000, characters: 1024 * 1024 };

export type RecordSource = {
  chunks: Chunks;
  format: Format;
  fields: readonly Field[];
  /** Where the rows go. A row that names another schema is that row's problem. */
  schemaId: string;
  /** UTF-8 unless said otherwise. */
  encoding?: Encoding | undefined;
  /** Of CSV; a comma unless said otherwise. */
  delimiter?: string | undefined;
  /** Of CSV whose header was written anew: what the number of a byte in the person's file is ahead of its place here. */
  byteOffset?: number | undefined;
  /** Only check: the batches then have no records, and may be of more rows. */
  checkOnly?: boolean;
  /** Told of each bad row: its cells as the file has them, and what is wrong with it. */
  onBadRow?: (cells: string[], problems: readonly RowProblem[]) => void;
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
export async function* readRecords(upload: RecordSource): AsyncGenerator<Batch> {
  const { format, fields, schemaId, encoding = 'utf-8', delimiter, byteOffset } = upload;
  const chunks = inUtf8(upload.chunks, encoding);
  const target = { schemaId, fields };
  const batches = new Batches(upload);
  const take = (draft: Draft<Cells>) => batches.add(draft);
  const onSkipped = upload.checkOnly ? (rows: number) => batches.skip(rows) : undefined;
  const windows =
    format === 'csv'
      ? csvRecords(chunks, target, take, { delimiter, onSkipped, byteOffset })
      : jsonRecords(chunks, target, take, { lines: format === 'ndjson', onSkipped });
  for await (const _ of windows) yield* batches.taken();
  if (batches.rows === 0) throw new RowsError('empty', messages.empty);
  batches.flush();
  yield* batches.taken();
}

/** Fills batches with the good rows and takes note of the bad ones. */
class Batches {
  rows = 0;
  private readonly problems = new Problems();
  private readonly looksGood: ((cells: Cells) => boolean) | null;
  private readonly check: RecordCheck;
  private readonly onBadRow: RecordSource['onBadRow'];
  private full: Batch[] = [];
  private records: CheckedRecord[] = [];
  private rowsBefore = 0;
  private characters = 0;

  constructor({ fields, format, checkOnly, onBadRow }: RecordSource) {
    this.check = recordCheck(fields, format);
    this.looksGood = checkOnly ? validatorInPlace(fields) : null;
    this.onBadRow = onBadRow;
  }

  add(draft: Draft<Cells>): void {
    this.rows++;
    const { looksGood } = this;
    const good =
      looksGood !== null && draft.problems.length === 0 && draft.values !== null && looksGood(draft.values);
    if (!good) this.weigh(draft);
    if (this.rows - this.rowsBefore >= batchOf.rows || this.characters >= batchOf.characters) this.flush();
  }

  /** Count good rows that were not looked at one by one. */
  skip(rows: number): void {
    this.rows += rows;
    if (this.rows - this.rowsBefore >= batchOf.rows) this.flush();
  }

  private weigh(draft: Draft): void {
    const checked = this.check(draft);
    if (Array.isArray(checked)) {
      this.problems.add(checked);
      this.onBadRow?.(draft.written(), checked);
    } else if (this.looksGood === null) {
      this.records.push(checked);
      for (const value of checked.values) this.characters += value ? value.text.length : 0;
    }
  }

  /** Make a batch of what has gathered since the last one. */
  flush(): void {
    if (this.rows === this.rowsBefore) return;
    const { records, rows, problems } = this;
    this.full.push({ records, rows, problems });
    this.records = [];
    this.rowsBefore = rows;
    this.characters = 0;
  }

  /** The batches that are full, once. */
  taken(): Batch[] {
    const { full } = this;
    if (full.length > 0) this.full = [];
    return full;
  }
}
