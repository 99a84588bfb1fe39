/** The error of the client: a code for programs, a message for people, and the details of the answer. */
import { Problem } from '@cloakroom/contract/problem.ts';

/**
 * - `offline`: nothing answered; `cause` is what `fetch` threw.
 * - `unreadable`: a success whose body breaks the contract; `cause` is the schema's error.
 * - `too-long`: a list longer than what the caller takes.
 * - The others follow from the status of a refusal.
 */
export type ClientErrorCode =
  | 'offline'
  | 'unreadable'
  | 'too-long'
  | 'signed-out'
  | 'forbidden'
  | 'not-found'
  | 'invalid'
  | 'conflict'
  | 'no-proxy'
  | 'unavailable'
  | 'unexpected';

const codes: Record<number, ClientErrorCode> = {
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

type HeaderSource = { get(name: string): string | null };

/** The parts of a failed answer that an error has. */
export type Refusal = { status: number; statusText: string; headers: HeaderSource; text: string };

type Details = ErrorOptions & { refusal?: Refusal; body?: unknown };

/** A call that failed. */
export class ClientError extends Error {
  override readonly name = 'ClientError';
  readonly code: ClientErrorCode;
  /** The status of the refusal; undefined if nothing answered, or if the answer was a success that can't be used. */
  readonly status: number | undefined;
  /** What is wrong with each field of the request. */
  readonly errors: Record<string, string[]>;
  /** The refusal's body, if it matches the contract. */
  readonly problem: Problem | undefined;
  readonly #headers: HeaderSource | undefined;

  constructor(code: ClientErrorCode, message: string, { refusal, body, ...options }: Details = {}) {
    super(message, options);
    this.code = code;
    this.status = refusal?.status;
    this.errors = fieldErrorsIn(body);
    this.problem = Problem.safeParse(body).data;
    this.#headers = refusal?.headers;
  }

  /** The error for a refusal. */
  static of(refusal: Refusal): ClientError {
    const code = codes[refusal.status] ?? 'unexpected';
    try {
      const body: unknown = JSON.parse(refusal.text);
      return new ClientError(code, sentenceIn(body), { refusal, body });
    } catch {
      const status = `${refusal.status} ${refusal.statusText}`.trim();
      return new ClientError(code, `The service answered ${status}.`, { refusal });
    }
  }

  /** A header of the refusal. */
  header(name: string): string | null {
    return this.#headers?.get(name) ?? null;
  }

  /** How long the server asks to wait before the next attempt; undefined if the header is missing or not in seconds. */
  get retryAfterMs(): number | undefined {
    const seconds = this.header('Retry-After');
    return seconds !== null && /^\d{1,9}$/.test(seconds) ? Number(seconds) * 1000 : undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The text for a person: `detail`, else `error`, else the whole JSON. */
function sentenceIn(body: unknown): string {
  if (isObject(body)) {
    if (typeof body.detail === 'string' && body.detail !== '') return body.detail;
    if (typeof body.error === 'string' && body.error !== '') return body.error;
  }
  return JSON.stringify(body);
}

/** Field problems, read leniently: they are shown beside the sentence, which counts. */
function fieldErrorsIn(body: unknown): Record<string, string[]> {
  const errors = isObject(body) ? body.errors : undefined;
  if (!isObject(errors)) return {};
  const lists = Object.entries(errors).filter((entry): entry is [string, unknown[]] =>
    Array.isArray(entry[1]),
  );
  return Object.fromEntries(lists.map(([field, messages]) => [field, messages.map(String)]));
}
