/** Errors that a caller is told about: a status, a sentence, and what is wrong with each field. */

export class HttpProblem extends Error {
  readonly status: number;
  readonly errors: Record<string, string[]> | undefined;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    detail: string,
    options: { errors?: Record<string, string[]>; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(detail, { cause: options.cause });
    this.name = 'HttpProblem';
    this.status = status;
    this.errors = options.errors;
    this.headers = options.headers ?? {};
  }
}

/** 404, for what is missing and for what belongs to somebody else alike: existence is not revealed. */
export const notFound = (what: string): HttpProblem => new HttpProblem(404, `${what} not found`);

/** 403, with what the person may not do and who can help. */
export const forbidden = (detail: string): HttpProblem => new HttpProblem(403, detail);

/** 400, with what is wrong with each field; the first message is the sentence. */
export const invalid = (errors: Record<string, string[]>): HttpProblem =>
  new HttpProblem(400, Object.values(errors)[0]?.[0] ?? 'The request is invalid.', { errors });
