/** Reads what went wrong out of an answer that is no success. */
import { Failure, type FailureCode, type FieldErrors } from '#src/lib/failure.ts';

const codes: Record<number, FailureCode> = {
  400: 'invalid',
  401: 'signed-out',
  403: 'forbidden',
  404: 'not-found',
  405: 'no-proxy',
  408: 'unavailable',
  409: 'conflict',
  413: 'invalid',
  415: 'invalid',
  422: 'invalid',
  429: 'unavailable',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The text for a person: `detail`, else `error`, else the whole JSON. */
function problemText(body: unknown): string {
  if (isObject(body)) {
    if (typeof body.detail === 'string' && body.detail !== '') return body.detail;
    if (typeof body.error === 'string' && body.error !== '') return body.error;
  }
  return JSON.stringify(body);
}

function fieldsIn(body: unknown): FieldErrors {
  const errors = isObject(body) ? body.errors : undefined;
  if (!isObject(errors)) return {};
  const named = Object.entries(errors).filter((entry): entry is [string, unknown[]] =>
    Array.isArray(entry[1]),
  );
  return Object.fromEntries(named.map(([field, messages]) => [field, messages.map(String)]));
}

/** The failure that an answer amounts to. */
export function failureOf(status: number, statusText: string, text: string): Failure {
  const code = codes[status] ?? 'unexpected';
  try {
    const body: unknown = JSON.parse(text);
    return new Failure(code, problemText(body), { status, errors: fieldsIn(body) });
  } catch {
    return new Failure(code, `The service answered ${status} ${statusText}`.trim() + '.', { status });
  }
}
