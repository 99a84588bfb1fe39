/** Reads and validates the rows of a file, in the page and in the proxy. */
import type { Field } from '@cloakroom/contract/fields.ts';
import type { RowProblem } from '@cloakroom/contract/jobs.ts';
import type { Encoding, ParseOptions } from '@cloakroom/contract/parseOptions.ts';
import type { Cells } from './cells.ts';
import { recordCheck, type CheckedRecord, type RecordCheck } from './check.ts';
import { csvRecords } from './csvRecords.ts';
import type { Chunks } from './decode.ts';
import type { Draft } from './draft.ts';
import { toUtf8 } from './encoding.ts';
import type { Format } from './format.ts';
import { validatorInPlace } from './validateInPlace.ts';
import { jsonRecords } from './jsonRecords.ts';
import { messages } from './messages.ts';
import { Problems } from './problems.ts';
import { RowsError } from './rowsError.ts';

const batchLimits = { rows: 1000, characters: 1024 * 1024 };

/** Chooses the valid rows that become records. Its methods are called in the file's order. */
export type RowSelection = {
  /** Whether the next valid row becomes a record. `characters` is the length of its values as written in the file. */
  wants(characters: number): boolean;
  /** Counts a valid row, wanted or not. */
  count(characters: number): void;
};

export type RecordSource = {
  chunks: Chunks;
  format: Format;
  fields: readonly Field[];
  /** The target of the rows. */
  schemaId: string;
  /** UTF-8 by default. */
  encoding?: Encoding | undefined;
  /** Whether a row that names another schema is a problem; by default it is. */
  links?: ParseOptions['links'];
  /** For CSV; a comma by default. */
  delimiter?: string | undefined;
  /** For CSV with a rewritten header: the offset of a byte in the person's file minus its offset here. */
  byteOffset?: number | undefined;
  /** Only validates: batches have no records, and may have more rows. */
  checkOnly?: boolean;
  /** The rows that become records; by default all rows. Others are only validated, which is several times faster. */
  selection?: RowSelection;
  /** Called with each invalid row: its cells as in the file, and its problems. */
  onBadRow?: (cells: string[], problems: readonly RowProblem[]) => void;
};

export type Batch = {
  /** The valid rows, in the file's order; with a selection, those that it wants. */
  records: CheckedRecord[];
  /** Rows read so far, valid or not. */
  rows: number;
  /** Problems so far: one object for the whole file, which is valid if `count` is 0 at the end. */
  problems: Problems;
};

/**
 * Reads and validates a file in batches of at most 1,000 rows or about a million characters, in flat memory.
 * Continues after invalid rows.
 * @throws {RowsError} if the rest of the file cannot be read, or it has no rows (`empty`).
 */
export async function* readRecords(upload: RecordSource): AsyncGenerator<Batch> {
  const { format, fields, schemaId, encoding = 'utf-8', delimiter, byteOffset } = upload;
  const chunks = toUtf8(upload.chunks, encoding);
  const target = { schemaId, fields, ignoresLinks: upload.links === 'ignore' };
  const batches = new Batches(upload);
  const onDraft = (draft: Draft<Cells>) => batches.add(draft);
  const onSkipped = upload.checkOnly ? (rows: number) => batches.skip(rows) : undefined;
  const windows =
    format === 'csv'
      ? csvRecords(chunks, target, onDraft, { delimiter, onSkipped, byteOffset })
      : jsonRecords(chunks, target, onDraft, { lines: format === 'ndjson', onSkipped });
  for await (const _ of windows) yield* batches.takeFull();
  if (batches.rows === 0) throw new RowsError('empty', messages.empty);
  batches.flush();
  yield* batches.takeFull();
}

const ignoreCount = () => undefined;
const allRows: RowSelection = { wants: () => true, count: ignoreCount };
const noRows: RowSelection = { wants: () => false, count: ignoreCount };

/** Collects valid rows in batches, and problems of the others. */
class Batches {
  rows = 0;
  private readonly problems = new Problems();
  private readonly isCertainlyValid: (cells: Cells) => boolean;
  private readonly check: RecordCheck;
  private readonly selection: RowSelection;
  private readonly onBadRow: RecordSource['onBadRow'];
  private full: Batch[] = [];
  private records: CheckedRecord[] = [];
  private rowsBefore = 0;
  private characters = 0;

  constructor({ fields, format, checkOnly, selection, onBadRow }: RecordSource) {
    this.check = recordCheck(fields, format);
    this.isCertainlyValid = validatorInPlace(fields);
    this.selection = checkOnly ? noRows : (selection ?? allRows);
    this.onBadRow = onBadRow;
  }

  add(draft: Draft<Cells>): void {
    this.rows++;
    const { values, problems } = draft;
    const characters = values === null ? 0 : values.characters;
    const isWanted = this.selection.wants(characters);
    const isCertainlyValid =
      !isWanted && problems.length === 0 && values !== null && this.isCertainlyValid(values);
    if (isCertainlyValid || this.addChecked(draft, isWanted)) this.selection.count(characters);
    if (this.rows - this.rowsBefore >= batchLimits.rows || this.characters >= batchLimits.characters)
      this.flush();
  }

  /** Counts valid rows that were skipped. */
  skip(rows: number): void {
    this.rows += rows;
    if (this.rows - this.rowsBefore >= batchLimits.rows) this.flush();
  }

  /** @returns whether the row is valid. */
  private addChecked(draft: Draft, isWanted: boolean): boolean {
    const checked = this.check(draft);
    if (Array.isArray(checked)) {
      this.problems.add(checked);
      this.onBadRow?.(draft.written(), checked);
      return false;
    }
    if (isWanted) {
      this.records.push(checked);
      for (const value of checked.values) this.characters += value ? value.text.length : 0;
    }
    return true;
  }

  /** Completes the current batch. */
  flush(): void {
    if (this.rows === this.rowsBefore) return;
    const { records, rows, problems } = this;
    this.full.push({ records, rows, problems });
    this.records = [];
    this.rowsBefore = rows;
    this.characters = 0;
  }

  /** Returns and removes the complete batches. */
  takeFull(): Batch[] {
    const { full } = this;
    if (full.length > 0) this.full = [];
    return full;
  }
}
