/** Reads the items of a JSON stream as drafts of records, in flat memory. */
import type { Cells } from './cells.ts';
import { newlinesIn, type Chunks } from './decode.ts';
import type { Draft, RecordTarget } from './draft.ts';
import { codes, JsonCursor, needMore } from './jsonCursor.ts';
import { JsonItemReader } from './jsonItem.ts';
import { limits, refuseTooLarge } from './limits.ts';
import { messages } from './messages.ts';
import { states } from './rowTable.ts';
import { RowsError } from './rowsError.ts';
import { readWindows, type RowReader } from './windows.ts';
import type { Field } from '@cloakroom/contract/fields.ts';
import { jsonTable } from './jsonTable.ts';
import { RowScanner } from './rowScanner.ts';

type Options = {
  window?: number;
  lines?: boolean;
  /** If set, valid items are skipped instead of passed to `onDraft`; called with their number. */
  onSkipped?: ((rows: number) => void) | undefined;
};

/**
 * Reads the records of a JSON file: one object, an array of objects, or with `lines` one object per line. For the forms of an
 * item see {@link JsonItemReader.read}. Numbers stay decimal text, so that no number is rounded.
 * @param onDraft - must copy the values it stores: the next draft overwrites them.
 * @returns a stream that yields after each window of the file.
 * @throws {RowsError} `invalid-json`, `empty` (nothing but blanks), `too-large`, `not-utf8`.
 */
export const jsonRecords = (
  chunks: Chunks,
  target: RecordTarget,
  onDraft: (draft: Draft<Cells>) => void,
  { window = limits.window, lines = false, onSkipped }: Options = {},
): AsyncGenerator<void> => {
  const items = new JsonItemReader(target);
  const read = (cursor: JsonCursor, count: number) => items.read(cursor, count);
  const skipper = onSkipped && {
    scanners: new JsonScanners(target.fields, lines),
    shape: () => items.widest,
    onSkipped,
  };
  return readWindows(chunks, new JsonReader(read, onDraft, lines, skipper), window);
};

/**
 * Reads the items of a JSON file of any content, as {@link jsonRecords} does.
 * @param read - reads the item under the cursor; called again with more text if the text ends inside it.
 * @param onItem - called with each whole item.
 */
export const jsonItems = <Item>(
  chunks: Chunks,
  read: (cursor: JsonCursor) => Item,
  onItem: (item: Item) => void,
  lines: boolean,
  window: number = limits.window,
): AsyncGenerator<void> => readWindows(chunks, new JsonReader(read, onItem, lines), window);

/** Skips valid items of the shape that it returns, without parsing them. */
type Skipper = {
  scanners: JsonScanners;
  shape: () => readonly string[];
  onSkipped: (rows: number) => void;
};

class JsonReader<Item> implements RowReader {
  rest = '';
  /** What the next character begins. */
  private next: 'file' | 'first item' | 'item' | 'line' | 'comma' | 'nothing' = 'file';
  private count = 0;
  private readonly cursor = new JsonCursor();
  private taken = 0;
  private readonly readItem: (cursor: JsonCursor, count: number) => Item;
  private readonly onItem: (item: Item) => void;
  private readonly lines: boolean;
  /** Whether a line ending was read since the last item. */
  private lineEnded = false;
  private readonly skipper: Skipper | undefined;

  constructor(
    readItem: (cursor: JsonCursor, count: number) => Item,
    onItem: (item: Item) => void,
    lines: boolean,
    skipper?: Skipper,
  ) {
    this.readItem = readItem;
    this.onItem = onItem;
    this.lines = lines;
    this.skipper = skipper && {
      ...skipper,
      onSkipped: (rows) => {
        this.count += rows;
        skipper.onSkipped(rows);
      },
    };
  }

  get line(): number {
    return this.cursor.lineAfter(this.taken);
  }

  /** As {@link RowReader}. */
  skipRows(bytes: Uint8Array, end: number): number {
    const start = this.stateBetween();
    const { skipper } = this;
    const scanner = start && skipper ? skipper.scanners.of(skipper.shape(), skipper.onSkipped) : null;
    const skipped = (start && scanner?.skipRows(bytes, end, start)) ?? 0;
    if (skipped === 0) return 0;
    this.cursor.skipBytes(bytes.subarray(0, skipped), this.taken);
    this.cursor.item = this.count - 1;
    this.taken = 0;
    this.next = this.lines ? 'line' : 'comma';
    this.lineEnded = false;
    return skipped;
  }

  /** The state of the row table between two items; null inside an item. */
  private stateBetween(): number | null {
    if (this.next === 'comma' || (this.next === 'line' && !this.lineEnded)) return states.afterRow;
    return this.next === 'item' || this.next === 'line' ? states.beforeRow : null;
  }

  read(text: string, ended: boolean): void {
    const { cursor } = this;
    cursor.load(text, this.taken);
    this.taken = 0;
    try {
      for (;;) {
        const code = this.peek();
        this.step(code);
        this.taken = cursor.at;
      }
    } catch (error) {
      if (error !== needMore) throw error;
    }
    this.rest = text.slice(this.taken);
    if (ended) this.checkEnd();
    if (this.rest.length > limits.rowCharacters) refuseTooLarge(cursor.label, 'row');
  }

  /** The next character, after skipping blanks. */
  private peek(): number {
    const { cursor } = this;
    const from = cursor.at;
    try {
      return cursor.peek();
    } finally {
      this.taken = cursor.at;
      if (this.lines) this.lineEnded ||= newlinesIn(cursor.text, from, cursor.at) > 0;
    }
  }

  /** Reads one item, or one delimiter between items. */
  private step(code: number): void {
    const { cursor } = this;
    switch (this.next) {
      case 'file':
        if (this.lines || code === codes.object) this.item(this.lines ? 'line' : 'nothing');
        else {
          cursor.expect(codes.list, 'an object, or a list of objects');
          this.next = 'first item';
        }
        break;
      case 'first item':
        if (code !== codes.listEnd) this.item('comma');
        else {
          cursor.at++;
          this.next = 'nothing';
        }
        break;
      case 'item':
        this.item('comma');
        break;
      case 'line':
        if (!this.lineEnded) cursor.refuse('a new line after each object');
        this.item('line');
        break;
      case 'comma':
        cursor.item = -1;
        if (code !== codes.comma && code !== codes.listEnd) cursor.refuse('a comma or the end of the list');
        cursor.at++;
        this.next = code === codes.comma ? 'item' : 'nothing';
        break;
      case 'nothing':
        cursor.item = -1;
        cursor.refuse('nothing after the end');
    }
  }

  private item(next: 'comma' | 'line' | 'nothing'): void {
    this.cursor.item = this.count;
    const item = this.readItem(this.cursor, this.count);
    this.count++;
    this.lineEnded = false;
    this.next = next;
    this.onItem(item);
  }

  private checkEnd(): void {
    if (this.next === 'nothing' || (this.next === 'line' && this.rest === '')) return;
    if (this.next === 'file' && this.rest === '') throw new RowsError('empty', messages.empty);
    this.cursor.at = this.cursor.text.length;
    this.cursor.refuse('more: the file ends too early');
  }
}

/** Caches the last scanner. */
class JsonScanners {
  private readonly fields: readonly Field[];
  private readonly lines: boolean;
  private shape: readonly string[] = [];
  private scanner: RowScanner | null = null;

  constructor(fields: readonly Field[], lines: boolean) {
    this.fields = fields;
    this.lines = lines;
  }

  /** The scanner of items with these names, in this order; null if no such item is valid. */
  of(names: readonly string[], onSkipped: (rows: number) => void): RowScanner | null {
    if (names === this.shape) return this.scanner;
    this.shape = names;
    const fields = names.flatMap((wanted) => this.fields.find(({ name }) => name === wanted) ?? []);
    const mayBeValid =
      fields.length === names.length &&
      this.fields.every(({ name, required }) => !required || names.includes(name));
    const table = mayBeValid ? jsonTable(fields, this.lines) : null;
    this.scanner = table && new RowScanner(table, codes.objectEnd, onSkipped);
    return this.scanner;
  }
}
