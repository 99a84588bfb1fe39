/** Passes on to the service, as it is, whatever the proxy doesn't answer itself. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { api } from '#contract/api.ts';
import { isForwarded, isForwardingHeader } from '#host/forwarded.ts';
import { HttpProblem, notFound } from '#host/problem.ts';
import { bodyChunks } from '../bodyChunks.ts';
import { credentialsOf, type CredentialDesk } from '../credentials.ts';
import type { Upstream } from '../upstream.ts';

/** As much of a body as is held before it is passed on, in bytes: the service takes no more as JSON, but for long lists. */
const maxHeldBytes = 1024 * 1024;

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** The API. Pages are the console's, and of this proxy's own build. */
const passed = ['/api/*'];

/** What is for people at this machine only. */
const outboxPath = /^\/api\/outbox(\/|$)/;

/** Headers of one connection, which say nothing to the next. */
const hops = ['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'expect']; // prettier-ignore
/** Where a page is: checked here, and nothing to a service elsewhere; a page's address may hold a filter's value. */
const ours = [
  'host',
  'origin',
  'referer',
  'sec-fetch-site',
  'sec-fetch-mode',
  'sec-fetch-dest',
  'sec-fetch-user',
];
const kept = new Set([...hops, ...ours]);
const hop = new Set(hops);

/** Calls whose bodies hold plain text: however their paths are written, they go no further than here. */
const proxyOnly = api
  .filter(({ call }) => call.answeredBy === 'proxy')
  .map(({ call }) => ({
    method: call.method,
    pattern: new RegExp(`^${call.path.replace(/:\w+/g, '[^/]+')}?$`),
  }));

/** Whatever is sent to the keyring may hold its words or its passphrase: no method of any path there is passed on. */
const keyringPath = /^\/api\/keyring(\/|$)/;

/** Passes one request on and its answer back. */
export type Forward = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

export function forwarder(upstream: Upstream): Forward {
  return async (request, reply) => {
    const { method, headers, raw } = request;
    const path = raw.url ?? '/';
    refuseOwn(method, path);
    // The headers that show it to the service are not passed on.
    if (isForwarded(headers) && outboxPath.test(plainPath(path))) throw notFound('Address');
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
    const body = hasBody ? await received(raw) : null;
    const answer = await upstream.request({ method, path, headers: passedOn(headers, body), body });
    reply.status(answer.statusCode);
    for (const [name, value] of Object.entries(answer.headers))
      if (value !== undefined && !hop.has(name) && name !== transportSecurity)
        reply.header(name, name === 'set-cookie' ? overHttp(value) : value);
    return reply.send(answer.body);
  };
}

/** @throws {HttpProblem} 405 for what is the proxy's own to answer, 400 for a path that cannot be read. */
function refuseOwn(method: string, path: string): void {
  const plain = plainPath(path);
  if (keyringPath.test(plain))
    throw new HttpProblem(405, `The proxy answers ${plain} itself, and not by ${method}.`);
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return;
  if (proxyOnly.some((own) => own.method === method && own.pattern.test(plain)))
    throw new HttpProblem(405, `The proxy answers this call itself: write its path as ${plain}.`);
}

function plainPath(path: string): string {
  try {
    const { pathname } = new URL(path, 'http://localhost');
    return decodeURIComponent(pathname)
      .replace(/[/\\]+/g, '/')
      .toLowerCase();
  } catch {
    throw new HttpProblem(400, 'The address of this call cannot be read.');
  }
}

const transportSecurity = 'strict-transport-security';

/** Cookies of a service that is reached by https, for a page that this proxy serves by http: Safari keeps no secure ones there. */
const overHttp = (cookies: string | string[]): string[] =>
  [cookies].flat().map((cookie) => cookie.replace(/;\s*secure(?=;|$)/gi, ''));

/**
 * A body, received whole before a connection to the service is taken: slow senders hold none. What a long one has beyond
 * {@link maxHeldBytes} streams after it.
 * @throws {HttpProblem} 400 for a body that breaks off.
 */
async function received(raw: IncomingMessage): Promise<Buffer | Readable> {
  const chunks = bodyChunks(raw);
  const held: Uint8Array[] = [];
  let bytes = 0;
  while (bytes <= maxHeldBytes) {
    const next = await chunks.next();
    if (next.done === true) return Buffer.concat(held);
    held.push(next.value);
    bytes += next.value.length;
  }
  return Readable.from(joined(held, chunks), { objectMode: false });
}

async function* joined(first: Uint8Array[], rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* first;
  yield* rest;
}

/**
 * The headers as they came, but for those of this connection and those that balancers add; the length of a whole body is what
 * arrived.
 */
const passedOn = (headers: IncomingHttpHeaders, body: Buffer | Readable | null): IncomingHttpHeaders => ({
  ...Object.fromEntries(
    Object.entries(headers).filter(([name]) => !kept.has(name) && !isForwardingHeader(name)),
  ),
  ...(body instanceof Buffer ? { 'content-length': String(body.length) } : {}),
});

/** Everything of the service's that no other route answers. */
export function forwardRoutes(
  app: FastifyInstance,
  { forward, desk }: { forward: Forward; desk: CredentialDesk },
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    scope.addHook('onResponse', async (request, reply) => {
      // Jobs that wait for newer credentials of this person may go on with those that just worked.
      const { cookie, authorization } = credentialsOf(request);
      if (desk.waitedFor && reply.statusCode < 400 && (cookie ?? authorization) !== undefined)
        await app.who.of(request).catch(() => undefined);
    });
    for (const url of passed)
      scope.route({ method: methods, url, config: { bytes: true }, handler: forward });
  });
}
