/** Converts errors of the database and the disk to problems for the caller. */
import { badRequest, HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { storageErrorOf } from '@cloakroom/server-kit/storageError.ts';
import { StoreUnavailable } from '../store/objectStore.ts';

const unavailableCode =
  /^(08...|57P0[1-5]|53300|28...|3D000|ECONN(REFUSED|RESET|ABORTED)|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH)$/;
/** Of connections that TLS refuses, for example after a certificate has expired. */
const tlsCode = /^(CERT_|ERR_TLS_|ERR_SSL_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_)/;
const unavailableMessage =
  /connection terminated|timeout exceeded when trying to connect|connection ended|connection error and is not queryable|query read timeout|client was closed/i;
const fullCode = /^53[12]00$/;
/** A statement, a lock, or a transaction without statements took longer than its limit. */
const timeoutCode = /^(57014|55P03|25P03)$/;
/** A serialization failure or a deadlock: the transaction was rolled back. */
const rolledBackCode = /^(40001|40P01)$/;
const readOnlyCode = /^25006$/;
const damagedCode = /^(58...|XX00[12])$/;

/** The problem for an error if it or one of its causes is of one of these kinds. */
export function databaseProblem(error: unknown): HttpProblem | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
    if (cause instanceof StoreUnavailable)
      return unavailable(
        'The service’s store of sealed data is not available. Try again in a moment.',
        5,
        error,
      );
    const storage = storageErrorOf(cause);
    if (fullCode.test(code) || storage?.isFull)
      return unavailable('The service’s storage is full. Nothing was changed.', 60, error);
    // The path is left out: it is in the logged error.
    if (storage)
      return unavailable(
        `The service’s data folder can’t be used: ${storage.reason} (${storage.code}). Nothing was changed. The service’s log names the file.`,
        60,
        error,
      );
    if (code === '22021') return badRequest('Text may not contain the NUL character.');
    if (timeoutCode.test(code))
      return unavailable('The database took too long. Try again in a moment.', 5, error);
    if (rolledBackCode.test(code))
      return unavailable(
        'Two changes were made at the same time, and this one was undone. Try again in a moment.',
        1,
        error,
      );
    if (readOnlyCode.test(code))
      return unavailable('The service’s database takes no changes at present. Try again later.', 30, error);
    if (damagedCode.test(code))
      return unavailable(
        'The service’s database can’t read or write its files. Its operator finds the reason in its log.',
        60,
        error,
      );
    if (unavailableCode.test(code) || tlsCode.test(code) || unavailableMessage.test(cause.message))
      return unavailable('The service’s database is not available. Try again in a moment.', 5, error);
    if (cause instanceof AggregateError) return databaseProblem(cause.errors[0]);
  }
  return undefined;
}

const unavailable = (detail: string, seconds: number, cause: unknown) =>
  new HttpProblem(503, detail, { headers: { 'Retry-After': String(seconds) }, cause });

/** Whether the error is a violation of a unique constraint. */
export function isDuplicate(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && cause.code === '23505') return true;
  return false;
}
