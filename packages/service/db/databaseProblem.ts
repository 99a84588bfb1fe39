/** What errors of the database and the disk mean to a caller: away or full, or given what no text may hold. */
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { storageErrorOf } from '@cloakroom/server-kit/storageError.ts';

const away =
  /^(08...|57P0[1-5]|53300|28...|3D000|ECONN(REFUSED|RESET|ABORTED)|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH)$/;
const awayWords =
  /connection terminated|timeout exceeded when trying to connect|connection ended|connection error and is not queryable|query read timeout|client was closed/i;
const full = /^53[12]00$/;
/** A statement, a lock, or a transaction without statements took longer than its limit. */
const tookTooLong = /^(57014|55P03|25P03)$/;
/** Of changes that can't be put into an order the database undoes one: a serialization failure, a deadlock. */
const undone = /^(40001|40P01)$/;
const readOnly = /^25006$/;
const damaged = /^(58...|XX00[12])$/;

/** The problem to report when the error, or what caused it, is of one of these kinds. */
export function databaseProblem(error: unknown): HttpProblem | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = 'code' in at && typeof at.code === 'string' ? at.code : '';
    const storage = storageErrorOf(at);
    if (full.test(code) || storage?.isFull)
      return unavailable('The service’s storage is full. Nothing was changed.', 60, error);
    // The path is for the log, which has the error.
    if (storage)
      return unavailable(
        `The service’s data folder can’t be used: ${storage.reason} (${storage.code}). Nothing was changed. The service’s log names the file.`,
        60,
        error,
      );
    if (code === '22021') return new HttpProblem(400, 'Text may not contain the NUL character.');
    if (tookTooLong.test(code))
      return unavailable('The database took too long. Try again in a moment.', 5, error);
    if (undone.test(code))
      return unavailable(
        'Two changes were made at the same time, and this one was undone. Try again in a moment.',
        1,
        error,
      );
    if (readOnly.test(code))
      return unavailable('The service’s database takes no changes at present. Try again later.', 30, error);
    if (damaged.test(code))
      return unavailable(
        'The service’s database can’t read or write its files. Its operator finds the reason in its log.',
        60,
        error,
      );
    if (away.test(code) || awayWords.test(at.message))
      return unavailable('The service’s database is not available. Try again in a moment.', 5, error);
    if (at instanceof AggregateError) return databaseProblem(at.errors[0]);
  }
  return undefined;
}

const unavailable = (detail: string, seconds: number, cause: unknown) =>
  new HttpProblem(503, detail, { headers: { 'Retry-After': String(seconds) }, cause });

/** Whether a row was refused because another one has what must be unique. */
export function isDuplicate(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if ('code' in at && at.code === '23505') return true;
  return false;
}
