/** The only error class of the console: a code, and a message for users. */

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
type FailureCode = (typeof failureCodes)[number];

/** Messages by the fields of a form. */
export type FieldErrors = Record<string, string[]>;

type Details = ErrorOptions & { status?: number | undefined; errors?: FieldErrors | undefined };

/**
 * An error whose message may be shown to users.
 *
 * Code and status are also encoded in `name`: Comlink transfers only name, message and stack
 * out of a worker, and {@link Failure.from} decodes them.
 */
export class Failure extends Error {
  readonly code: FailureCode;
  /** The status of the response; undefined if there was none. */
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

const transientCodes: ReadonlySet<FailureCode> = new Set(['offline', 'unavailable']);

/** Whether a server was unreachable or unavailable, so that a retry may succeed. */
export const isTransient = (thrown: unknown): boolean => transientCodes.has(Failure.from(thrown).code);

/** The failure with a title before its message: "Error creating identity: The device is revoked." */
export function titledFailure(title: string, thrown: unknown): Failure {
  const { code, message, status, errors } = Failure.from(thrown);
  return new Failure(code, `${title}: ${message}`, { status, errors, cause: thrown });
}
