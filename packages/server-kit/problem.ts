/** Errors that are sent to the caller: a status, a sentence, and messages by field. */

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

/** 404, both for a missing object and for one that the caller may not see: existence is not revealed. */
export const notFound = (what: string): HttpProblem => new HttpProblem(404, `${what} not found`);

/** 403; the detail names what is not allowed and who can help. */
export const forbidden = (detail: string): HttpProblem => new HttpProblem(403, detail);

/** 400: the request itself is wrong. */
export const badRequest = (detail: string): HttpProblem => new HttpProblem(400, detail);

/** 409: the request conflicts with what is stored. */
export const conflict = (detail: string): HttpProblem => new HttpProblem(409, detail);

/** 422: what is stored, or what the service answers, can't be used. */
export const unprocessable = (detail: string): HttpProblem => new HttpProblem(422, detail);

/** 400 with messages by field; the first one is the detail. */
export const invalid = (errors: Record<string, string[]>): HttpProblem =>
  new HttpProblem(400, Object.values(errors)[0]?.[0] ?? 'The request is invalid.', { errors });
