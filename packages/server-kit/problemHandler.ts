/** Turns whatever a call throws into `{detail}`: words for the caller, the inside for the log alone. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { ZodError } from 'zod';
import type { Problem } from '@cloakroom/contract/problem.ts';
import { HttpProblem, invalid, notFound } from './problem.ts';

/** Recognises an error of this server's own surroundings (its database, its upstream) as something to tell. */
export type Translate = (error: unknown) => HttpProblem | undefined;

const sentences: Partial<Record<number, string>> = {
  400: 'The request is not valid JSON, or is malformed.',
  408: 'The request took too long to arrive. Try again.',
  413: 'The request is too large.',
  414: 'The address is too long.',
  415: 'Send the body as application/json.',
  431: 'The request’s headers are too large.',
};

/** For the server's own options: answers an address that no route can be looked up for, before any hook runs. */
export function answerUnreadable(error: FastifyError, _request: unknown, reply: FastifyReply): void {
  const long = error.code === 'FST_ERR_MAX_PARAM_LENGTH';
  const body: Problem = {
    detail: long ? 'The address is too long.' : 'The address of this call cannot be read.',
  };
  void reply.status(long ? 414 : 400).send(body);
}

/** Answer every error of the app. */
export function problemHandler(app: FastifyInstance, translate: Translate = () => undefined): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = problemOf(error) ?? translate(error);
    if (!problem) return unexpected(error, request, reply);
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
  if (hasZodFastifySchemaValidationErrors(error))
    return invalidBy(error.validation.map(({ instancePath, message }) => ({ path: instancePath, message })));
  if (error instanceof ZodError)
    return invalidBy(
      error.issues.map(({ path, message }) => ({ path: path.map(String).join('/'), message })),
    );
  const status = error.statusCode ?? 500;
  // The server of files refuses a way out of its folder: nothing is there, as far as a caller may know.
  if (status === 403 || status === 404) return notFound('Address');
  const sentence = sentences[status];
  return sentence === undefined ? undefined : new HttpProblem(status, sentence, { cause: error });
}

/** One list of messages a field; what is wrong with the whole goes under `body`. */
function invalidBy(issues: { path: string; message?: string | undefined }[]): HttpProblem {
  const errors: Record<string, string[]> = Object.create(null) as Record<string, string[]>;
  for (const { path, message } of issues) {
    const field = path.split('/').filter(Boolean).join('.') || 'body';
    (errors[field] ??= []).push(message ?? 'is not valid');
  }
  return invalid(errors);
}

function unexpected(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  request.log.error({ err: error }, 'unexpected error');
  return reply
    .status(500)
    .send({ detail: `Something went wrong here. If it happens again, report the number ${request.id}.` });
}
