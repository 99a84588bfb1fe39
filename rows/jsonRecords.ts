/** The items of a JSON file as drafts of records, in flat memory. */
import type { Chunks } from './decode.ts';
import type { Draft, Target } from './draft.ts';
import { codes, JsonCursor, needMore } from './jsonCursor.ts';
import { JsonItemReader } from './jsonItem.ts';
import { limits, refuseTooLarge } from './limits.ts';
import { messages } from './messages.ts';
import { RowsError } from './rowsError.ts';
import { readWindows } from './windows.ts';

/**
 * Read the records of a JSON file: one object, or a list of them; {@link JsonItemReader.read} says which
 * shapes an item may have. Numbers stay their own text, so none is changed by being read.
 * @throws {RowsError} `invalid-json`, `empty` (nothing but blanks), `too-large`, `not-utf8`.
 */
export const jsonRecords = (
  chunks: Chunks,
  target: Target,
  { window = limits.window }: { window?: number } = {},
) => readWindows(chunks, new JsonReader(target), window);

class JsonReader {
  rest = '';
  /** What the next character should begin. */
  private next: 'file' | 'first item' | 'item' | 'comma' | 'nothing' = 'file';
  private count = 0;
  private readonly cursor = new JsonCursor();
  private readonly items: JsonItemReader;
  private taken = 0;

  constructor(target: Target) {
    this.items = new JsonItemReader(target);
  }

  read(text: string, ended: boolean): Draft[] {
    const { cursor } = this;
    const drafts: Draft[] = [];
    cursor.load(text, this.taken);
    this.taken = 0;
    try {
      for (;;) {
        const code = this.peek();
        const draft = this.step(code);
        if (draft) drafts.push(draft);
        this.taken = cursor.at;
      }
    } catch (error) {
      if (error !== needMore) throw error;
    }
    this.rest = text.slice(this.taken);
    if (ended) this.checkEnd();
    if (this.rest.length > limits.rowCharacters) refuseTooLarge(cursor.label, 'row');
    return drafts;
  }

  /** The next character; blanks before it are done with. */
  private peek(): number {
    try {
      return this.cursor.peek();
    } finally {
      this.taken = this.cursor.at;
    }
  }

  /** Read one item, or one mark between items. */
  private step(code: number): Draft | null {
    const { cursor } = this;
    switch (this.next) {
      case 'file':
        if (code === codes.object) return this.item('nothing');
        cursor.expect(codes.list, 'an object, or a list of objects');
        this.next = 'first item';
        return null;
      case 'first item':
        if (code !== codes.listEnd) return this.item('comma');
        cursor.at++;
        this.next = 'nothing';
        return null;
      case 'item':
        return this.item('comma');
      case 'comma':
        cursor.item = -1;
        if (code !== codes.comma && code !== codes.listEnd) cursor.refuse('a comma or the end of the list');
        cursor.at++;
        this.next = code === codes.comma ? 'item' : 'nothing';
        return null;
      case 'nothing':
        cursor.item = -1;
        return cursor.refuse('nothing after the end');
    }
  }

  private item(next: 'comma' | 'nothing'): Draft {
    this.cursor.item = this.count;
    const draft = this.items.read(this.cursor, this.count);
    this.count++;
    this.next = next;
    return draft;
  }

  private checkEnd(): void {
    if (this.next === 'nothing') return;
    if (this.next === 'file' && this.rest === '') throw new RowsError('empty', messages.empty);
    this.cursor.at = this.cursor.text.length;
    this.cursor.refuse('more: the file ends too early');
  }
}
