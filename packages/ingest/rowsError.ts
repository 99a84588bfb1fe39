/** Why a whole file is refused, as opposed to one of its rows. */

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
 * A file that cannot be read on. Nothing after the fault was looked at.
 *
 * The code also rides in `name`, which is all (with the message) that leaves a browser's worker.
 */
export class RowsError extends Error {
  readonly code: RowsErrorCode;
  /** Where and what exactly, when the message is one of the fixed ones. */
  readonly detail: string | null;

  constructor(code: RowsErrorCode, message: string, detail: string | null = null) {
    super(message);
    this.code = code;
    this.detail = detail;
    this.name = `RowsError:${code}`;
  }

  /** Message and detail as one text. */
  get sentence(): string {
    return this.detail === null ? this.message : `${this.message} ${this.detail}`;
  }
}
