/** What errors of the database and the disk mean to a caller: away or full, or given what no text may hold. */
import { HttpProblem } from '#host/problem.ts';
import { storageErrorOf } from '#host/storageError.ts';

const away = /^(08...|57P0[123]|53300|ECONN(REFUSED|RESET|ABORTED)|ENOTFOUND|ETIMEDOUT|EPIPE|EHOSTUNREACH)$/;
const full = /^53[12]00$/;
const awayWords = /connection terminated|timeout exceeded when trying to connect|connection ended/i;

/** The problem to tell when the error, or what caused it, is of one of these kinds. */
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
    if (code === '57014') return unavailable('The database took too long. Try again in a moment.', 5, error);
    // Of two changes that wait for each other the database undoes one.
    if (code === '40P01') return unavailable('Somebody else was faster. Try again in a moment.', 1, error);
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
