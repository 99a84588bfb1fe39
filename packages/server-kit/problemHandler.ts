/** Converts thrown errors to `{detail}`: a sentence for the caller, internals for the log only. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ZodError } from 'zod';
import type { Problem } from '@cloakroom/contract/problem.ts';
import { HttpProblem, invalid, notFound } from './problem.ts';

/** Converts an error of the server's dependencies (its database, its upstream) to a problem; undefined for any other. */
export type Translate = (error: unknown) => HttpProblem | undefined;

const detailByStatus: Partial<Record<number, string>> = {
  400: 'The request is not valid JSON, or is malformed.',
  408: 'The request took too long to arrive. Try again.',
  413: 'The request is too large.',
  414: 'The address is too long.',
  415: 'Send the body as application/json.',
  431: 'The request’s headers are too large.',
};

/** Fastify's `frameworkErrors`: answers a URL that the router can't parse, before any hook runs. */
export function answerFrameworkError(error: FastifyError, _request: unknown, reply: FastifyReply): void {
  const isTooLong = error.code === 'FST_ERR_MAX_PARAM_LENGTH';
  const body: Problem = {
    detail: isTooLong ? 'The address is too long.' : 'The address of this call cannot be read.',
  };
  void reply.status(isTooLong ? 414 : 400).send(body);
}

/** Sets the app's error handler. */
export function problemHandler(app: FastifyInstance, translate: Translate = () => undefined): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = problemOf(error) ?? translate(error);
    if (!problem) return answerUnexpected(error, request, reply);
    if (problem.status >= 500) request.log.error({ err: error }, 'unavailable');
    const body: Problem = {
      detail: problem.message,
      ...(problem.errors ? { errors: problem.errors } : {}),
    };
    return reply.status(problem.status).headers(problem.headers).send(body);
  });
}

function problemOf(error: FastifyError): HttpProblem | undefined {
  if (error instanceof HttpProblem) return error;
  if (error instanceof ZodError) return validationProblem(error);
  const status = error.statusCode ?? 500;
  // The static file server answers 403 to path traversal; the caller gets a 404.
  if (status === 403 || status === 404) return notFound('Address');
  const detail = detailByStatus[status];
  return detail === undefined ? undefined : new HttpProblem(status, detail, { cause: error });
}

/** Groups messages by field; those about the whole body go under `body`. */
function validationProblem({ issues }: ZodError): HttpProblem {
  const errors: Record<string, string[]> = Object.create(null) as Record<string, string[]>;
  for (const { path, message } of issues) {
    const field = path.map(String).join('.') || 'body';
    (errors[field] ??= []).push(message);
  }
  return invalid(errors);
}

function answerUnexpected(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  request.log.error({ err: error }, 'unexpected error');
  return reply
    .status(500)
    .send({ detail: `Something went wrong here. If it happens again, report the number ${request.id}.` });
}
