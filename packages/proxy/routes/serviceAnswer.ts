/** Forwards an answer of the service: its data, with headers that the proxy sets. */
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import { z } from 'zod';
import type { Endpoint } from '@cloakroom/contract/endpoint.ts';
import { signedInAsHeader } from '@cloakroom/contract/expectedUser.ts';
import { listHeaders, unreadableHeader } from '@cloakroom/contract/list.ts';
import { originFor } from '@cloakroom/server-kit/publicUrls.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { redirected, retryHeader, tooLargeForBalancer, methodRefused } from '../upstream.ts';

/** The properties of a call that decide how its answer is forwarded. */
export type ForwardedCall = Pick<Endpoint, 'method' | 'path' | 'access' | 'query' | 'reply'>;

/** The headers of the service that are forwarded, and their allowed form. */
const dataHeaders = new Map([
  ['x-total-count', /^\d{1,15}$/],
  ['retry-after', /^\d{1,9}$/],
  [unreadableHeader.toLowerCase(), /^\d{1,9}$/],
  ['etag', /^"[2-9A-HJ-NP-Za-km-z]{22}"$/],
  [signedInAsHeader.toLowerCase(), /^[\w.!~*'()%-]{1,1024}$/],
  ['content-encoding', /^(?:gzip|br|deflate|zstd)$/],
]);

const jsonType = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;
const json = 'application/json; charset=utf-8';
const bytes = 'application/octet-stream';

/** Answers contain only data: if a browser shows one as a page, it can run, load and embed nothing. */
const contentPolicy = "default-src 'none'; sandbox";
/** The destinations for which a browser would show an answer as a page. */
const pageDestinations = new Set(['document', 'iframe', 'frame', 'object', 'embed']);

/**
 * Sends the service's answer to the caller.
 * @throws {HttpProblem} 502 for a redirect, for a 405, and for a success that is neither JSON nor bytes by the contract; a
 *   refusal in another form keeps its status, with a message of the proxy.
 */
export async function sendAnswer(
  { request, reply, call }: { request: FastifyRequest; reply: FastifyReply; call: ForwardedCall },
  { statusCode, headers, body }: Dispatcher.ResponseData,
): Promise<FastifyReply> {
  const isSuccess = statusCode >= 200 && statusCode < 300;
  const isJson = jsonType.test(String(headers['content-type'] ?? ''));
  const isBytes = isSuccess && call.reply === 'bytes';
  const isEmpty =
    statusCode === 204 || request.method === 'HEAD' || (isSuccess && !isJson && call.reply === 'nothing');
  const isRefusal = statusCode >= 400 && statusCode <= 599 && statusCode !== 405 && isJson;
  if (!(isSuccess || isRefusal) || !(isEmpty || isJson || isBytes)) {
    body.destroy().on('error', () => undefined);
    throw refusalOf(statusCode, headers, request);
  }
  reply.status(statusCode).headers(forwardedHeaders(call, headers, request));
  if (isEmpty) {
    body.destroy().on('error', () => undefined);
    return reply.send();
  }
  if (!isBytes) return reply.type(json).send(body);
  return reply.type(bytes).header('Content-Disposition', 'attachment; filename="cloakroom.bin"').send(body);
}

function forwardedHeaders(
  { query, reply }: ForwardedCall,
  headers: IncomingHttpHeaders,
  request: FastifyRequest,
) {
  const passed: Record<string, string> = {};
  for (const [name, form] of dataHeaders) {
    const value = headers[name];
    if (typeof value === 'string' && form.test(value)) passed[name] = value;
  }
  const total = passed['x-total-count'];
  const page = PageQuery.safeParse(query?.safeParse(request.query).data);
  if (total === undefined || !page.success || !(reply instanceof z.ZodType)) return passed;
  return { ...passed, ...listHeaders(originFor(request) + request.url, page.data, Number(total)) };
}

const PageQuery = z.object({ limit: z.number(), offset: z.number() });

function refusalOf(status: number, headers: IncomingHttpHeaders, request: FastifyRequest): HttpProblem {
  if (status === 405) return methodRefused();
  if (status === 413)
    return tooLargeForBalancer(headers.server, Number(request.headers['content-length'] ?? 0));
  if (status >= 400 && status <= 599)
    return new HttpProblem(status, `The service refused with status ${status}.`, { headers: retryHeader(headers) }); // prettier-ignore
  if (status < 200 || status >= 300) return redirected(status);
  return new HttpProblem(
    502,
    'The service’s answer to this call does not match the contract, so it is not shown. Tell the operator of the service.',
  );
}

/** Sets headers on every answer below `/api/` by which a browser treats it as data, or shows it as plain text. */
export function sendAnswersAsData(app: FastifyInstance): void {
  app.addHook('onSend', async ({ url, headers }, reply, payload: unknown) => {
    if (!/^\/api(?:[/?]|$)/i.test(url)) return payload;
    reply.header('Content-Security-Policy', contentPolicy).header('X-Content-Type-Options', 'nosniff');
    reply.header('Cache-Control', 'no-store');
    const isPage =
      pageDestinations.has(headers['sec-fetch-dest'] ?? '') || headers['sec-fetch-mode'] === 'navigate';
    if (isPage && reply.getHeader('content-type') !== undefined) reply.type('text/plain; charset=utf-8');
    return payload;
  });
}
