/** The error of a whole file, as opposed to one of its rows. */

export const rowsErrorCodes = [
  'empty',
  'invalid-json',
  'invalid-csv',
  'wrong-header',
  'not-utf8',
  'too-large',
] as const;
export type RowsErrorCode = (typeof rowsErrorCodes)[number];

/**
 * A file that cannot be read further. Nothing after the fault was read.
 *
 * The code is also part of `name`: only name and message are passed out of a browser's worker.
 */
export class RowsError extends Error {
  readonly code: RowsErrorCode;
  /** The exact fault and its position, if the message is one of the fixed ones. */
  readonly detail: string | null;

  constructor(code: RowsErrorCode, message: string, detail: string | null = null) {
    super(message);
    this.code = code;
    this.detail = detail;
    this.name = `RowsError:${code}`;
  }

  /** Message and detail as one string. */
  get sentence(): string {
    return this.detail === null ? this.message : `${this.message} ${this.detail}`;
  }
}
