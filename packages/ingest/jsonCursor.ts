/** A strict JSON parser over text that may end anywhere. Numbers stay decimal text. */
import { kinds, textBetween, valueBetween, type Kind } from './cells.ts';
import { newlinesAmong, newlinesIn } from './decode.ts';
import { rowLabel, type RawValue } from './draft.ts';
import { isTooLong, limits, refuseTooLarge } from './limits.ts';
import { messages } from './messages.ts';
import { RowsError } from './rowsError.ts';

/** Thrown if the text ends inside a value: the item is read again with more text. */
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
const { quote, minus, list, listEnd, object, objectEnd } = codes;
const [lineFeed, backslash, zero, nine, point] = [10, 92, 48, 57, 46];
const numeral = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** The length of the longest escape, `\u0000`. */
const longestEscape = 6;

/** Characters after a backslash, without `u`. */
const escapable = new Set(Array.from('"\\/bfnrt', (letter) => letter.charCodeAt(0)));

export class JsonCursor {
  text = '';
  at = 0;
  /** The value that was read last, and its offsets without quotes. */
  kind: Kind = kinds.absent;
  from = 0;
  to = 0;
  /** Index of the item being read; -1 between items. */
  item = -1;
  /** Lines of the file before the text, and characters of its first line before it. */
  private linesBefore = 0;
  private charactersBefore = 0;

  /** The name of the current item in messages. */
  get label(): string {
    return rowLabel('json', this.item);
  }

  /** Continues with text that begins `taken` characters after the current one. */
  load(text: string, taken: number): void {
    this.charactersBefore = this.charactersOf(taken);
    this.linesBefore += newlinesIn(this.text, 0, taken);
    this.text = text;
    this.at = 0;
  }

  /** Continues after bytes that begin `taken` characters into the current text. */
  skipBytes(bytes: Uint8Array, taken: number): void {
    this.load('', taken);
    const line = bytes.lastIndexOf(lineFeed) + 1;
    const characters = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(line)).length;
    this.charactersBefore = characters + (line > 0 ? 0 : this.charactersBefore);
    this.linesBefore += newlinesAmong(bytes);
  }

  /** Characters between an offset of the text and the beginning of its line. */
  private charactersOf(at: number): number {
    const line = at > 0 ? this.text.lastIndexOf('\n', at - 1) + 1 : 0;
    return at - line + (line > 0 ? 0 : this.charactersBefore);
  }

  /** The line of the file after the first `taken` characters of the text. */
  lineAfter(taken: number): number {
    return this.linesBefore + newlinesIn(this.text, 0, taken) + 1;
  }

  /** @throws {RowsError} always, `invalid-json`, with the expected token and the position. */
  refuse(expected: string): never {
    const position = `line ${this.lineAfter(this.at)}, character ${this.charactersOf(this.at) + 1}`;
    const where = this.item === -1 ? position : `item ${this.label}, ${position}`;
    throw new RowsError('invalid-json', messages.invalidJson, `Expected ${expected} (${where}).`);
  }

  /** The next non-blank character, without reading it. @throws {needMore} */
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

  /** Reads one required character. */
  expect(code: number, name: string): void {
    if (this.peek() !== code) this.refuse(name);
    this.at++;
  }

  /** A copy of the value that was read last; undefined for null. */
  value(): RawValue | undefined {
    return valueBetween(this.text, this.kind, this.from, this.to);
  }

  /** Reads any value; null counts as absent. @throws {needMore | RowsError} */
  read(): void {
    const code = this.peek();
    if (code === quote) this.string();
    else if (code === minus || (code >= zero && code <= nine)) this.number();
    else if (code === object || code === list) {
      this.skip();
      this.kind = code === object ? kinds.object : kinds.list;
    } else this.literal();
  }

  /** Reads a string; the cursor is on its opening quote. @throws {needMore | RowsError} */
  string(): void {
    const { text } = this;
    const end = text.length;
    const from = this.at + 1;
    let kind: Kind = kinds.text;
    for (let at = from; at < end; at++) {
      const code = text.charCodeAt(at);
      if (code > backslash) continue;
      if (code === quote) {
        this.setValue(kind, from, at);
        if ((at - from) * 3 > limits.fieldBytes && isTooLong(textBetween(text, kind, from, at)))
          refuseTooLarge(this.label, 'value');
        this.at = at + 1;
        return;
      }
      if (code === backslash) {
        const escape = ++at === end ? null : this.escape(at);
        if (escape === null) break;
        if (kind !== kinds.unicodeEscaped) kind = escape;
      } else if (code < 32) {
        this.at = at;
        this.refuse('no line break, tab or other control character inside a string');
      }
    }
    if (end - from > longestEscape * limits.fieldBytes) refuseTooLarge(this.label, 'value');
    throw needMore;
  }

  /** Reads a member's name, with a fast path for the expected one, which has no quotes or backslashes. */
  name(expected: string | undefined): string {
    const { text, at } = this;
    if (
      expected !== undefined &&
      text.startsWith(expected, at + 1) &&
      text.charCodeAt(at + 1 + expected.length) === quote
    ) {
      this.at = at + 2 + expected.length;
      return expected;
    }
    this.string();
    return textBetween(text, this.kind, this.from, this.to);
  }

  private setValue(kind: Kind, from: number, to: number): void {
    this.kind = kind;
    this.from = from;
    this.to = to;
  }

  /** The kind of a string with the escape whose letter is at that offset; null if the text ends inside it. */
  private escape(at: number): Kind | null {
    const { text } = this;
    if (escapable.has(text.charCodeAt(at))) return kinds.escaped;
    const written = text.slice(at, at + 5);
    if (/^u[0-9a-fA-F]{4}$/.test(written)) return kinds.unicodeEscaped;
    if (at + 5 > text.length && /^u[0-9a-fA-F]*$/.test(written)) return null;
    return this.refuse('a string without wrong escapes');
  }

  /** Reads a number. @throws {needMore | RowsError} */
  private number(): void {
    const { text, at: from } = this;
    const end = text.length;
    let isWhole = true;
    let at = from;
    for (; at < end; at++) {
      const code = text.charCodeAt(at);
      if (code >= zero && code <= nine) continue;
      if (!isMark(code)) break;
      isWhole = false;
    }
    if (at - from > limits.fieldBytes) refuseTooLarge(this.label, 'value');
    if (at === end) throw needMore;
    const isPlain = isWhole && text.charCodeAt(from) !== zero;
    if (!isPlain && !isDecimal(text, from, at) && !numeral.test(text.slice(from, at))) this.refuse('a value');
    this.setValue(kinds.number, from, at);
    this.at = at;
  }

  /** Reads `true`, `false` or `null`. @throws {needMore | RowsError} */
  private literal(): void {
    for (const word of ['true', 'false', 'null'] as const) {
      const written = this.text.slice(this.at, this.at + word.length);
      if (written !== word && written.length === word.length) continue;
      if (!word.startsWith(written)) continue;
      if (written !== word) throw needMore;
      this.at += word.length;
      this.kind = word === 'null' ? kinds.absent : kinds[word];
      return;
    }
    this.refuse('a value');
  }

  /** Skips an object or an array. @throws {needMore | RowsError} */
  private skip(): void {
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

/** `+`, `-`, `.`, `E`, `e`: the characters of a number other than digits. */
const isMark = (code: number): boolean =>
  code === 46 || code === 45 || code === 101 || code === 69 || code === 43;

/** Whether a number is an optional minus, digits without a leading zero, a point and digits: a fast path for most numbers. */
function isDecimal(text: string, from: number, to: number): boolean {
  let at = text.charCodeAt(from) === minus ? from + 1 : from;
  const first = at;
  while (at < to && isDigit(text.charCodeAt(at))) at++;
  if (at === first || (text.charCodeAt(first) === zero && at > first + 1)) return false;
  if (at === to) return true;
  if (text.charCodeAt(at) !== point || ++at === to) return false;
  while (at < to && isDigit(text.charCodeAt(at))) at++;
  return at === to;
}

const isDigit = (code: number): boolean => code >= zero && code <= nine;
