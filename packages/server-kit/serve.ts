/** Answers a call of the contract: path, checks and access come from the contract, the deed from the handler. */
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { z } from 'zod';
import type { Endpoint, Params, Reply } from '@cloakroom/contract/endpoint.ts';
import { listHeaders, type ListPage } from '@cloakroom/contract/list.ts';
import { invalid } from './problem.ts';

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;

/** What a handler is given: everything already checked against the contract. */
export type Call<E extends Endpoint> = {
  params: Params<E>;
  query: E extends { query: infer Q } ? Parsed<Q> : undefined;
  /** A `bytes` body is the request's raw stream: read `request.body`. */
  body: E extends { body: infer B } ? Parsed<B> : undefined;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** Where the contract says that nothing comes back, what the handler returns doesn't matter. */
type Answer<E extends Endpoint> = Reply<E> extends undefined ? unknown : Reply<E>;

export type Serve = <E extends Endpoint>(
  app: FastifyInstance,
  call: E,
  handler: (call: Call<E>) => Promise<Answer<E>>,
  options?: { onRequest?: onRequestAsyncHookHandler[]; bodyLimit?: number; idleTimeoutMs?: number },
) => void;

/**
 * A way to serve contract calls on one server.
 * @param requireUser - run first on calls that are not public; throws a 401 or 403 problem.
 */
export const server =
  (requireUser: onRequestAsyncHookHandler): Serve =>
  (app, call, handler, options = {}) => {
    const success = call.reply instanceof z.ZodType ? { response: { [call.status ?? 200]: call.reply } } : {};
    app.route({
      method: call.method,
      url: call.path,
      onRequest: [...(call.access === 'user' ? [requireUser] : []), ...(options.onRequest ?? [])],
      preValidation: async ({ query }) => refuseUnknown(call, query),
      config: {
        bytes: call.body === 'bytes',
        ...(options.idleTimeoutMs ? { idleTimeoutMs: options.idleTimeoutMs } : {}),
      },
      ...(options.bodyLimit ? { bodyLimit: options.bodyLimit } : {}),
      schema: {
        ...described(call),
        ...(call.query ? { querystring: call.query } : {}),
        ...(call.body instanceof z.ZodType ? { body: call.body } : {}),
        ...success,
      },
      handler: async (request, reply) => {
        reply.status(call.status ?? 200);
        const { params, query, body } = request;
        const answer = await handler({ params, query, body, request, reply } as Call<typeof call>);
        return call.reply === 'nothing' ? reply.send() : answer;
      },
    });
  };

/** What the API's description says of a call besides its shapes. */
export const described = ({ path, summary, answeredBy, access, repeatable }: Endpoint) => ({
  summary,
  tags: [path.split('/')[2] ?? ''],
  'x-answered-by': answeredBy,
  'x-access': access,
  'x-repeatable': repeatable === true,
});

/**
 * Refuse a parameter that a list, or any call with parameters, doesn't know: a filter that is passed over in silence answers
 * with more than was asked for.
 * @throws {HttpProblem} 400, naming the parameter and those that there are.
 */
export function refuseUnknown(call: Endpoint, query: unknown): void {
  if (!call.query && !(call.reply instanceof z.ZodArray)) return;
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

/** Put a list's total and links on its answer; the items go out bare. */
export function sendList<Item>(
  {
    request,
    reply,
    query,
  }: { request: FastifyRequest; reply: FastifyReply; query: { limit: number; offset: number } },
  { items, total }: ListPage<Item>,
): Item[] {
  if (total !== null) reply.headers(listHeaders(request.url, query, total));
  return items;
}
