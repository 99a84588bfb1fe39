/** The one error of the console: what went wrong, in a word for code and a sentence for people. */

const failureCodes = [
  'offline',
  'signed-out',
  'replaced',
  'outdated',
  'forbidden',
  'not-found',
  'invalid',
  'conflict',
  'no-proxy',
  'unavailable',
  'unexpected',
] as const;
export type FailureCode = (typeof failureCodes)[number];

/** What is wrong with each field of a form. */
export type FieldErrors = Record<string, string[]>;

type Details = ErrorOptions & { status?: number | undefined; errors?: FieldErrors | undefined };

/**
 * Anything that went wrong and that a person may be told about.
 *
 * The code and the status also ride in `name`: Comlink carries only name, message and stack
 * out of a worker, so {@link Failure.from} can read them back on this side.
 */
export class Failure extends Error {
  readonly code: FailureCode;
  /** The answer's status; absent when nothing answered. */
  readonly status: number | undefined;
  /** By the names of the request’s fields. */
  readonly errors: FieldErrors;

  constructor(code: FailureCode, message: string, { status, errors = {}, ...options }: Details = {}) {
    super(message, options);
    this.code = code;
    this.status = status;
    this.errors = errors;
    this.name = status === undefined ? `Failure:${code}` : `Failure:${code}:${status}`;
  }

  static from(thrown: unknown): Failure {
    if (thrown instanceof Failure) return thrown;
    if (!(thrown instanceof Error)) return new Failure('unexpected', String(thrown));
    const [kind, word, status] = thrown.name.split(':');
    const code = kind === 'Failure' ? failureCodes.find((known) => known === word) : undefined;
    return new Failure(code ?? 'unexpected', thrown.message, {
      cause: thrown,
      status: code !== undefined && status ? Number(status) : undefined,
    });
  }
}

const passing: ReadonlySet<FailureCode> = new Set(['offline', 'unavailable']);

/** Whether it failed because nobody answered, or nobody could: later it may work. */
export const isTransient = (thrown: unknown): boolean => passing.has(Failure.from(thrown).code);
