/** The values of a row as offsets in its text, copied only when they are read. */
import type { RawValue } from './draft.ts';

/** The type of a value, and how its text is unescaped. */
export const kinds = {
  absent: 0,
  /** Without escapes. */
  text: 1,
  /** CSV: with doubled quotes. */
  doubled: 2,
  /** JSON: with escapes such as `\n`. */
  escaped: 3,
  /** JSON: with `\u` escapes, which may be lone surrogates. */
  unicodeEscaped: 4,
  number: 5,
  true: 6,
  false: 7,
  object: 8,
  list: 9,
} as const;
export type Kind = (typeof kinds)[keyof typeof kinds];

const otherValues: Partial<Record<Kind, RawValue>> = {
  [kinds.true]: { type: 'other', what: 'true' },
  [kinds.false]: { type: 'other', what: 'false' },
  [kinds.object]: { type: 'other', what: 'an object' },
  [kinds.list]: { type: 'other', what: 'a list' },
};

/** The unescaped text between two offsets, which exclude surrounding quotes. */
export function textBetween(text: string, kind: Kind, from: number, to: number): string {
  const written = text.slice(from, to);
  if (kind === kinds.doubled) return written.replaceAll('""', '"');
  return kind === kinds.escaped || kind === kinds.unicodeEscaped
    ? (JSON.parse(`"${written}"`) as string)
    : written;
}

/** The value between two offsets; undefined if absent. */
export function valueBetween(text: string, kind: Kind, from: number, to: number): RawValue | undefined {
  if (kind === kinds.absent) return undefined;
  if (kind === kinds.number) return { type: 'n', text: text.slice(from, to) };
  return otherValues[kind] ?? { type: 's', text: textBetween(text, kind, from, to) };
}

/** The values of one row, by number. The object is reused for each row. */
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

  /** Begins a row without values. */
  clear(text: string): void {
    this.text = text;
    this.kind.fill(kinds.absent);
  }

  set(number: number, kind: Kind, from: number, to: number): void {
    this.kind[number] = kind;
    this.from[number] = from;
    this.to[number] = to;
  }

  /** The number of characters of all values, as written in the file. */
  get characters(): number {
    let characters = 0;
    for (let i = 0; i < this.kind.length; i++)
      if (this.kind[i] !== kinds.absent) characters += this.to[i]! - this.from[i]!;
    return characters;
  }

  /** A copy of one value; undefined if absent. */
  value(number: number): RawValue | undefined {
    return valueBetween(this.text, this.kind[number] as Kind, this.from[number]!, this.to[number]!);
  }
}
