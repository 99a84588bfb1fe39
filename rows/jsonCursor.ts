/** A place in JSON text that may end anywhere. Reads values strictly, numbers as the text they are. */
import { messages } from './messages.ts';
import { newlinesIn } from './decode.ts';
import { rowLabel } from './draft.ts';
import { isTooLong, limits, refuseTooLarge } from './limits.ts';
import { RowsError } from './rowsError.ts';

/** Thrown when the text ends inside a value: read more, then start the item again. */
export const needMore = new Error('The text ends inside a value.');

export const codes = {
  quote: 34,
  comma: 44,
  minus: 45,
  colon: 58,
  list: 91,
  listEnd: 93,
  object: 123,
  objectEnd: 125,
};
const { quote, list, listEnd, object, objectEnd } = codes;
const [backslash, zero, nine] = [92, 48, 57];
const numeral = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** An escape writes one character with up to six. */
const longestEscape = 6;

export class JsonCursor {
  text = '';
  at = 0;
  /** Index of the item being read; -1 between items. */
  item = -1;
  private charactersBefore = 0;
  private linesBefore = 0;

  /** How messages call the item being read. */
  get label(): string {
    return rowLabel('json', this.item);
  }

  /** Go on with a text that begins `taken` characters after the present one. */
  load(text: string, taken: number): void {
    this.charactersBefore += taken;
    this.linesBefore += newlinesIn(this.text, 0, taken);
    this.text = text;
    this.at = 0;
  }

  /** @throws {RowsError} always, `invalid-json`, saying what was expected and where. */
  refuse(expected: string): never {
    const line = this.linesBefore + newlinesIn(this.text, 0, this.at) + 1;
    const place = `line ${line}, character ${this.charactersBefore + this.at + 1}`;
    const where = this.item === -1 ? place : `item ${this.label}, ${place}`;
    throw new RowsError('invalid-json', messages.invalidJson, `Expected ${expected} (${where}).`);
  }

  /** The next character that is no blank, left unread. @throws {needMore} */
  peek(): number {
    const { text } = this;
    for (let { at } = this; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === 32 || code === 10 || code === 13 || code === 9) continue;
      this.at = at;
      return code;
    }
    this.at = text.length;
    throw needMore;
  }

  /** Read one character that must be there. */
  expect(code: number, name: string): void {
    if (this.peek() !== code) this.refuse(name);
    this.at++;
  }

  /** Read a string; the cursor is on its opening quote. @throws {needMore | RowsError} */
  string(): string {
    const { text } = this;
    const from = this.at;
    let escaped = false;
    for (let at = from + 1; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === quote) {
        const value = escaped ? this.unescaped(from, at + 1) : text.slice(from + 1, at);
        if (isTooLong(value)) refuseTooLarge(this.label, 'value');
        this.at = at + 1;
        return value;
      }
      if (code === backslash) {
        escaped = true;
        at++;
      } else if (code < 32) {
        this.at = at;
        this.refuse('no line break, tab or other control character inside a string');
      }
    }
    if (text.length - from > longestEscape * limits.fieldBytes) refuseTooLarge(this.label, 'value');
    throw needMore;
  }

  /** Read a member's name, quickly if it is the expected one. That one holds neither quotes nor backslashes. */
  name(expected: string | undefined): string {
    const { text, at } = this;
    if (
      expected === undefined ||
      !text.startsWith(expected, at + 1) ||
      text.charCodeAt(at + 1 + expected.length) !== quote
    )
      return this.string();
    this.at = at + 2 + expected.length;
    return expected;
  }

  private unescaped(from: number, to: number): string {
    try {
      return JSON.parse(this.text.slice(from, to)) as string;
    } catch {
      return this.refuse('a string without wrong escapes');
    }
  }

  /** Read a number as its own text. @throws {needMore | RowsError} */
  number(): string {
    const { text } = this;
    let at = this.at;
    let whole = true;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code >= zero && code <= nine) continue;
      if (!isMark(code)) break;
      whole = false;
    }
    if (at - this.at > limits.fieldBytes) refuseTooLarge(this.label, 'value');
    if (at === text.length) throw needMore;
    const value = text.slice(this.at, at);
    if (!(whole && text.charCodeAt(this.at) !== zero) && !numeral.test(value)) this.refuse('a value');
    this.at = at;
    return value;
  }

  /** Read `true`, `false` or `null`. @throws {needMore | RowsError} */
  word(): 'true' | 'false' | 'null' {
    for (const word of ['true', 'false', 'null'] as const) {
      const there = this.text.slice(this.at, this.at + word.length);
      if (there !== word && there.length === word.length) continue;
      if (!word.startsWith(there)) continue;
      if (there !== word) throw needMore;
      this.at += word.length;
      return word;
    }
    return this.refuse('a value');
  }

  /** Read an object or a list without keeping it. @throws {needMore | RowsError} */
  skip(): void {
    const { text, at: from } = this;
    let depth = 0;
    do {
      const code = this.peek();
      if (code === quote) this.string();
      else {
        this.at++;
        if (code === list || code === object) depth++;
        else if (code === listEnd || code === objectEnd) depth--;
        if (depth > limits.depth) refuseTooLarge(this.label, 'depth');
      }
    } while (depth > 0);
    try {
      JSON.parse(text.slice(from, this.at));
    } catch {
      this.at = from;
      this.refuse('a well-formed object or list');
    }
  }
}

/** `+`, `-`, `.`, `E`, `e`: what may stand in a number beside digits. */
const isMark = (code: number): boolean =>
  code === 46 || code === 45 || code === 101 || code === 69 || code === 43;
