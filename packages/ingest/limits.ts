/** Limits for reading one file, which bound memory. The file itself may be of any size. */
import { RowsError } from './rowsError.ts';

export const limits = {
  /** UTF-8 bytes of one value. */
  fieldBytes: 65_536,
  /** Columns of a CSV row, members of a JSON item. */
  columns: 500,
  /** Characters of one row as written. A row of 200 fields, each as long as allowed, still fits. */
  rowCharacters: 16 * 1024 * 1024,
  /** Nesting levels of a JSON value that is not text or a number. */
  depth: 32,
  /**
   * Bytes decoded at a time. Chromium frees many strings of 64 KiB at once, which blocks the page for up to 120 ms; strings of
   * 1 MiB are mapped one by one. Decoding 200 MB of CSV took 4.8 s in pieces of 64 KiB, 3.8 of 256 and 5.9 of 512.
   */
  window: 262_144,
} as const;

/** Whether a value takes more bytes than allowed. Encodes it only if its length alone doesn't decide. */
export const isTooLong = (text: string): boolean =>
  text.length * 3 > limits.fieldBytes &&
  (text.length > limits.fieldBytes || new TextEncoder().encode(text).length > limits.fieldBytes);

/** @throws {RowsError} always, `too-large`. `where` begins a sentence: `Line 7`. */
export function refuseTooLarge(where: string, what: 'value' | 'columns' | 'row' | 'depth'): never {
  const reason = {
    value: `a value is longer than ${limits.fieldBytes / 1024} KiB`,
    columns: `there are more than ${limits.columns} columns`,
    row: `the row is longer than ${limits.rowCharacters / 1024 / 1024} MiB`,
    depth: `values are nested more than ${limits.depth} levels deep`,
  }[what];
  throw new RowsError('too-large', `${where}: ${reason}. Nothing after it was read.`);
}
