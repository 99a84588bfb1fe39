/** Forwards calls of the contract to the service, and its answers to the caller. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { api } from '@cloakroom/contract/api.ts';
import { isForwarded, isForwardingHeader } from '@cloakroom/server-kit/forwarded.ts';
import { noOrigin, originFor, urlOriginHeader } from '@cloakroom/server-kit/publicUrls.ts';
import { notFound } from '@cloakroom/server-kit/problem.ts';
import { bodyChunks } from '../bodyChunks.ts';
import type { CredentialWaiter, Credentials } from '../credentials.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { credentialHeaders, type Upstream } from '../upstream.ts';
import { sendAnswer, type ForwardedCall } from './serviceAnswer.ts';

/** Bytes of a body that are buffered before it is forwarded. The service accepts no more as JSON, except for long lists. */
const maxBufferedBytes = 1024 * 1024;

/** Hop-by-hop headers, which are not forwarded. */
const hopByHopHeaders = ['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'expect']; // prettier-ignore
/**
 * Headers for this proxy only: the page's address, which may contain a filter's value, and the proxy's own cookies and CSRF
 * token, which are replaced by the service's.
 */
const proxyHeaders = [
  'host',
  'origin',
  'referer',
  'sec-fetch-site',
  'sec-fetch-mode',
  'sec-fetch-dest',
  'sec-fetch-user',
  'cookie',
  'x-csrftoken',
];
const notForwarded = new Set([...hopByHopHeaders, ...proxyHeaders]);

/** Makes the handler that forwards requests of a call. */
export type Forward = (
  call: ForwardedCall,
) => (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

export function forwarder({ upstream, sessions }: { upstream: Upstream; sessions: Sessions }): Forward {
  return (call) => async (request, reply) => {
    const { method, headers, raw, url } = request;
    // A load balancer that decodes the path again would see another call.
    if (Object.values(request.params as Record<string, string>).some((value) => /[/\\\p{Cc}]/u.test(value)))
      throw notFound('Address');
    // The service can't refuse this itself: forwarding headers are not passed on.
    if (isForwarded(headers) && call.path.startsWith('/api/outbox/')) throw notFound('Address');
    if (call.access === 'user') sessions.requireCsrf(request);
    const credentials = sessions.credentialsOf(request);
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
    const body = hasBody ? await readBody(raw) : null;
    const forwarded = {
      ...forwardedHeaders(headers, credentials),
      ...lengthOf(body),
      [urlOriginHeader]: originFor(request) || noOrigin,
    };
    const answer = await upstream.request({
      method,
      path: url,
      headers: forwarded,
      body,
    });
    return sendAnswer({ request, reply, call }, answer);
  };
}

/** The headers of a forwarded request: without those for this proxy only, and with the service's credentials. */
export const forwardedHeaders = (
  headers: IncomingHttpHeaders,
  credentials: Credentials,
): IncomingHttpHeaders => ({
  ...Object.fromEntries(
    Object.entries(headers).filter(([name]) => !notForwarded.has(name) && !isForwardingHeader(name)),
  ),
  ...credentialHeaders(credentials),
});

/** The content length of a buffered body. */
const lengthOf = (body: Buffer | Readable | null) =>
  body instanceof Buffer ? { 'content-length': String(body.length) } : {};

/**
 * A body, received completely before a connection to the service is used, so that slow senders occupy none. The rest of a body
 * above {@link maxBufferedBytes} is streamed.
 * @throws {HttpProblem} 400 for an interrupted body.
 */
async function readBody(raw: IncomingMessage): Promise<Buffer | Readable> {
  const chunks = bodyChunks(raw);
  const buffered: Uint8Array[] = [];
  let bytes = 0;
  while (bytes <= maxBufferedBytes) {
    const next = await chunks.next();
    if (next.done === true) return Buffer.concat(buffered);
    buffered.push(next.value);
    bytes += next.value.length;
  }
  return Readable.from(concatenated(buffered, chunks), { objectMode: false });
}

async function* concatenated(
  first: Uint8Array[],
  rest: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* first;
  yield* rest;
}

/** The calls of the contract that the service answers. No others are forwarded. */
const forwardedCalls: ForwardedCall[] = api
  .map(({ call }) => call)
  .filter(({ answeredBy }) => answeredBy !== 'proxy');

/** Registers every call of the service that has no other route. */
export function forwardRoutes(
  app: FastifyInstance,
  { forward, sessions, waiter }: { forward: Forward; sessions: Sessions; waiter: CredentialWaiter },
): void {
  // The router stores paths without the trailing slash.
  const answered = forwardedCalls.filter(
    ({ method, path }) => !app.hasRoute({ method, url: path.replace(/\/$/, '') }),
  );
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    scope.addHook('onResponse', async (request, reply) => {
      // Identifies the caller, so that jobs waiting for newer credentials of this person continue with those of this call.
      const { cookie, authorization } = sessions.credentialsOf(request);
      if (waiter.hasWaiting && reply.statusCode < 400 && (cookie ?? authorization) !== undefined)
        await app.callers.of(request).catch(() => undefined);
    });
    for (const call of answered)
      scope.route({ method: call.method, url: call.path, config: { bytes: true }, handler: forward(call) });
  });
}
