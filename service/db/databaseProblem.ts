/** Knows a database that is away, or out of space, by its errors. */
import { HttpProblem } from '#host/problem.ts';

const away = /^(08...|57P0[123]|53300|ECONN(REFUSED|RESET|ABORTED)|ENOTFOUND|ETIMEDOUT|EPIPE|EHOSTUNREACH)$/;
const awayWords = /connection terminated|timeout exceeded when trying to connect|connection ended/i;

/** A 503 when the error, or what caused it, is the database's absence. */
export function outageOf(error: unknown): HttpProblem | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = 'code' in at && typeof at.code === 'string' ? at.code : '';
    if (code === '53100' || code === '53200')
      return unavailable('The service’s storage is full. Nothing was changed.', 60, error);
    if (code === '57014') return unavailable('The database took too long. Try again in a moment.', 5, error);
    if (away.test(code) || awayWords.test(at.message))
      return unavailable('The service’s database is not available. Try again in a moment.', 5, error);
    if (at instanceof AggregateError) return outageOf(at.errors[0]);
  }
  return undefined;
}

const unavailable = (detail: string, seconds: number, cause: unknown) =>
  new HttpProblem(503, detail, { headers: { 'Retry-After': String(seconds) }, cause });
