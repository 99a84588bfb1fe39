/** Where the values of a row lie in the text that is being read: nothing is copied before it is asked for. */
import type { RawValue } from './draft.ts';

/** What a value is, and how its text has to be read. */
export const kinds = {
  absent: 0,
  /** As it stands. */
  text: 1,
  /** CSV: two quotes stand for one. */
  doubled: 2,
  /** JSON: with escapes such as `\n`. */
  escaped: 3,
  /** JSON: with `\u` escapes, which may write half of a character. */
  unicodeEscaped: 4,
  number: 5,
  true: 6,
  false: 7,
  object: 8,
  list: 9,
} as const;
export type Kind = (typeof kinds)[keyof typeof kinds];

const others: Partial<Record<Kind, RawValue>> = {
  [kinds.true]: { type: 'other', what: 'true' },
  [kinds.false]: { type: 'other', what: 'false' },
  [kinds.object]: { type: 'other', what: 'an object' },
  [kinds.list]: { type: 'other', what: 'a list' },
};

/** The text between two places, as its kind is to be read. Quotes around it are not part of it. */
export function textBetween(text: string, kind: Kind, from: number, to: number): string {
  const written = text.slice(from, to);
  if (kind === kinds.doubled) return written.replaceAll('""', '"');
  return kind === kinds.escaped || kind === kinds.unicodeEscaped
    ? (JSON.parse(`"${written}"`) as string)
    : written;
}

/** The value between two places; undefined when it is absent. */
export function valueBetween(text: string, kind: Kind, from: number, to: number): RawValue | undefined {
  if (kind === kinds.absent) return undefined;
  if (kind === kinds.number) return { type: 'n', text: text.slice(from, to) };
  return others[kind] ?? { type: 's', text: textBetween(text, kind, from, to) };
}

/** The values of one row, by number. The same object serves every row: what is to be kept is copied out. */
export class Cells {
  text = '';
  readonly kind: Uint8Array;
  readonly from: Int32Array;
  readonly to: Int32Array;

  constructor(size: number) {
    this.kind = new Uint8Array(size);
    this.from = new Int32Array(size);
    this.to = new Int32Array(size);
  }

  /** Begin a row of that text with no values. */
  clear(text: string): void {
    this.text = text;
    this.kind.fill(kinds.absent);
  }

  set(number: number, kind: Kind, from: number, to: number): void {
    this.kind[number] = kind;
    this.from[number] = from;
    this.to[number] = to;
  }

  /** A copy of one value; undefined when it is absent. */
  value(number: number): RawValue | undefined {
    return valueBetween(this.text, this.kind[number] as Kind, this.from[number]!, this.to[number]!);
  }
}
