/** Serves endpoints of the contract: path, validation and access come from the contract, the work from the handler. */
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { Endpoint, Params, Reply } from '@cloakroom/contract/endpoint.ts';
import { listHeaders, type ListPage } from '@cloakroom/contract/list.ts';
import { invalid } from './problem.ts';
import { originFor, withAbsoluteUrls } from './publicUrls.ts';

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;

/** The input of a handler, validated against the contract. */
export type Call<E extends Endpoint> = {
  params: Params<E>;
  query: E extends { query: infer Q } ? Parsed<Q> : undefined;
  /** A `bytes` body is the request's raw stream: read `request.body`. */
  body: E extends { body: infer B } ? Parsed<B> : undefined;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** If the contract has no reply, the handler's result is ignored. Bytes may come as a stream. */
type Answer<E extends Endpoint> =
  Reply<E> extends undefined ? unknown : E['reply'] extends 'bytes' ? Uint8Array | Readable : Reply<E>;

export type Serve = <E extends Endpoint>(
  app: FastifyInstance,
  call: E,
  handler: (call: Call<E>) => Promise<Answer<E>>,
  options?: { onRequest?: onRequestAsyncHookHandler[]; bodyLimit?: number; idleTimeoutMs?: number },
) => void;

/** Makes Fastify validate requests and answers with zod schemas. Without a schema nothing is validated. */
export function useZodSchemas(app: FastifyInstance): void {
  app.setValidatorCompiler<z.ZodType>(({ schema }) => (value: unknown) => {
    const { data, error } = schema.safeParse(value);
    return error ? { error } : { value: data };
  });
  app.setSerializerCompiler<z.ZodType>(({ schema, method, url }) => (value: unknown) => {
    const { data, error } = schema.safeEncode(value);
    if (error)
      throw new Error(`The answer of ${method} ${url} is not what the contract says.`, { cause: error });
    return JSON.stringify(data);
  });
}

/**
 * Creates a function that serves endpoints.
 * @param requireUser - runs first on endpoints that are not public; throws a 401 or 403.
 */
export const createServe =
  (requireUser: onRequestAsyncHookHandler): Serve =>
  (app, call, handler, options = {}) => {
    app.route({
      method: call.method,
      url: call.path,
      onRequest: [...(call.access === 'user' ? [requireUser] : []), ...(options.onRequest ?? [])],
      preValidation: async (request) => {
        rejectUnknownParameters(call, request.query);
        request.body = withoutNulls(call, request.body);
      },
      preSerialization: async (request, reply, answer: unknown) =>
        reply.statusCode >= 300 ? answer : withAbsoluteUrls(call.reply, answer, originFor(request)),
      config: {
        call,
        bytes: call.body === 'bytes',
        ...(options.idleTimeoutMs ? { idleTimeoutMs: options.idleTimeoutMs } : {}),
      },
      ...(options.bodyLimit ? { bodyLimit: options.bodyLimit } : {}),
      schema: endpointSchema(call),
      handler: async (request, reply) => {
        reply.status(call.status ?? 200);
        const { params, query, body } = request;
        const answer = await handler({ params, query, body, request, reply } as Call<typeof call>);
        return call.reply === 'nothing' ? reply.send() : answer;
      },
    });
  };

/** The schemas of an endpoint, for Fastify. */
export const endpointSchema = (call: Endpoint) => ({
  ...(call.query ? { querystring: call.query } : {}),
  ...(call.body instanceof z.ZodType ? { body: call.body } : {}),
  ...(call.reply instanceof z.ZodType ? { response: { [call.status ?? 200]: call.reply } } : {}),
});

/**
 * Rejects unknown query parameters: an ignored filter would return too much.
 * @throws {HttpProblem} 400, naming the parameter and the known ones.
 */
export function rejectUnknownParameters(call: Endpoint, query: unknown): void {
  const known = call.query instanceof z.ZodObject ? Object.keys(call.query.shape).sort() : [];
  const unknown = Object.keys(query as object).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const takes = known.length === 0 ? 'It takes none.' : `It takes: ${known.join(', ')}.`;
  throw invalid(
    Object.fromEntries(
      unknown.map((name) => [name, [`${JSON.stringify(name)} is not a parameter of this call. ${takes}`]]),
    ),
  );
}

/** A JSON body without those optional members that are null: many clients send null instead of omitting a member. */
function withoutNulls({ body: shape }: Endpoint, body: unknown): unknown {
  if (!(shape instanceof z.ZodObject) || typeof body !== 'object' || body === null) return body;
  const members = new Map(Object.entries<z.ZodType>(shape.shape));
  const isAbsent = ([name, value]: [string, unknown]) => {
    const member = value === null ? members.get(name) : undefined;
    return member !== undefined && takesUndefined(member);
  };
  const entries = Object.entries(body);
  return entries.some(isAbsent) ? Object.fromEntries(entries.filter((entry) => !isAbsent(entry))) : body;
}

/** Whether a schema takes undefined but not null. */
const takesUndefined = (schema: z.ZodType): boolean =>
  schema.safeParse(undefined).success && !schema.safeParse(null).success;

/** Sets the headers for a list's total and links, and returns the items. */
export function sendList<Item>(
  {
    request,
    reply,
    query,
  }: { request: FastifyRequest; reply: FastifyReply; query: { limit: number; offset: number } },
  { items, total }: ListPage<Item>,
): Item[] {
  if (total !== null) reply.headers(listHeaders(originFor(request) + request.url, query, total));
  return items;
}
