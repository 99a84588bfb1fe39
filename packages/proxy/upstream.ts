/** Calls from the proxy to the service: typed calls of the contract, and raw requests for what is passed on. */
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { errors, Pool, type Dispatcher } from 'undici';
import { z } from 'zod';
import { createClient, replyOf as parsedReply } from '@cloakroom/client/client.ts';
import { ClientError } from '@cloakroom/client/clientError.ts';
import type { CallOptions as ClientCallOptions, Fetch, OptionsArgs } from '@cloakroom/client/types.ts';
import {
  isSafe,
  type Body,
  type Endpoint,
  type Params,
  type Query,
  type Reply,
} from '@cloakroom/contract/endpoint.ts';
import { noOrigin, urlOriginHeader } from '@cloakroom/server-kit/publicUrls.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import type { Credentials } from './credentials.ts';

/** What a call needs besides its endpoint; a body of bytes may also be a stream, with its length. */
export type CallOptions<E extends Endpoint> = {
  credentials: Credentials;
  params?: Params<E>;
  query?: Query<E>;
  body?: Body<E> | { stream: Readable; length: number };
  /** The caller's own, so that the service recognizes a repeat. */
  idempotencyKey?: string | undefined;
  signal?: AbortSignal;
};

export type Upstream = {
  /** The service's origin, such as `https://example.org`. */
  readonly origin: string;
  /**
   * Calls one endpoint with the credentials of a person.
   * @throws {HttpProblem} with the service's own status and sentence; 503 when it can't be reached, 502 when its answer
   * breaks the contract.
   */
  call<E extends Endpoint>(endpoint: E, options: CallOptions<E>): Promise<Reply<E>>;
  /** Calls an endpoint that answers with a list; its total comes with the page. @throws {HttpProblem} as {@link Upstream.call} does. */
  list<E extends Endpoint>(
    endpoint: E,
    options: CallOptions<E>,
  ): Promise<{ items: Reply<E>; total: number | null }>;
  /** Sends a request as it is. @returns the raw answer. @throws {HttpProblem} 503 when the service can't be reached. */
  request(options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData>;
  /** Aborts all calls. */
  close(): Promise<void>;
};

const unreachableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);

/** A busy machine may take long to notice that it is connected; a refused connection is known at once. */
const connectTimeoutMs = 20_000;

/** How often a call that changes nothing is sent again when its connection breaks or a load balancer has lost its server. */
const maxRepeats = 2;
/** A load balancer's answer for a server that ended while it worked on the call. */
const badGateway = 502;

/**
 * Opens the connections to a service, kept alive between calls.
 * @param options.socketPath - a Unix socket to connect to instead of the origin's host and port.
 */
export function openUpstream(origin: string, { socketPath }: { socketPath?: string } = {}): Upstream {
  const pool = new Pool(origin, {
    connections: 16,
    connect: { timeout: connectTimeoutMs, ...(socketPath !== undefined && { socketPath }) },
    headersTimeout: 120_000,
    bodyTimeout: 120_000,
  });

  const send = (options: Dispatcher.RequestOptions) =>
    pool.request(options).catch((error: unknown) => {
      throw isUnreachable(error) ? unavailable(error) : (untrusted(origin, error) ?? error);
    });

  const request = async (options: Dispatcher.RequestOptions) => {
    const canRepeat = options.method === 'GET' && !options.body;
    for (let repeats = canRepeat ? maxRepeats : 0; ; repeats--)
      try {
        const answer = await send(options);
        if (answer.statusCode !== badGateway || repeats === 0) return answer;
        await answer.body.dump();
      } catch (error) {
        if (!isBroken(error) || repeats === 0) throw error;
      }
  };

  /** Answers the client's calls from the pool. */
  const fetchFromPool: Fetch = async (path, { method, headers, body, signal }) => {
    const sent = (body ?? null) as string | Uint8Array | Readable | null;
    const withPaths = { ...headers, [urlOriginHeader]: noOrigin };
    const answer = await send({ method, path, headers: withPaths, body: sent, signal: signal ?? null });
    const bytes = await answer.body.arrayBuffer().catch((error: unknown) => {
      throw isUnreachable(error) ? unavailable(error) : error;
    });
    return {
      ok: answer.statusCode < 300,
      status: answer.statusCode,
      statusText: answer.statusText,
      headers: { get: (name) => headerOf(answer.headers, name) },
      text: () => Promise.resolve(Buffer.from(bytes).toString()),
      arrayBuffer: () => Promise.resolve(bytes),
    };
  };
  const client = createClient({ fetch: fetchFromPool });

  const exchange = async <E extends Endpoint>(
    endpoint: E,
    { credentials, body, ...rest }: CallOptions<E>,
  ) => {
    const headers = credentialHeaders(credentials);
    const options: unknown = isStream(body)
      ? { ...rest, body: body.stream, headers: { ...headers, 'content-length': String(body.length) } }
      : { ...rest, body, headers };
    for (let repeats = isSafe(endpoint) ? maxRepeats : 0; ; repeats--)
      try {
        return await client.exchange(endpoint, ...([options] as OptionsArgs<ClientCallOptions<E>>));
      } catch (error) {
        if (!isLost(error) || repeats === 0) throw problemOf(error, endpoint, body);
      }
  };

  return {
    origin,
    request,
    call: async (endpoint, options) => (await exchange(endpoint, options)).reply,
    list: async (endpoint, options) => {
      const { reply, headers } = await exchange(endpoint, options);
      const total = headers.get('x-total-count');
      return { items: reply, total: total === null ? null : Number(total) };
    },
    close: () => pool.destroy(),
  };
}

function headerOf(headers: IncomingHttpHeaders, name: string): string | null {
  const value = headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(', ') : (value ?? null);
}

/** Whether an error means that the service is unreachable, rather than a fault of this program. */
function isUnreachable(error: unknown): boolean {
  if (error instanceof errors.RequestAbortedError) return false;
  if (error instanceof errors.UndiciError) return true;
  return error instanceof Error && 'code' in error && unreachableCodes.has(String(error.code));
}

/** Whether a connection was closed before the answer was complete, as an idle one may be just when it is used again. */
const isBroken = (error: unknown): boolean =>
  error instanceof HttpProblem &&
  (error.cause instanceof errors.SocketError ||
    (error.cause as NodeJS.ErrnoException | null)?.code === 'ECONNRESET');

/** Whether another server may answer the call: it was not answered, or a load balancer has lost the server. */
const isLost = (error: unknown): boolean =>
  error instanceof ClientError && (error.status === badGateway || isBroken(error.cause));

/**
 * A server that doesn't speak TLS, or whose certificate isn't accepted. Codes: OpenSSL's verification errors as Node names
 * them, and those of a failed handshake.
 */
const tlsCodes =
  /^(EPROTO|ERR_SSL_\w+|ERR_TLS_\w+|CERT_\w+|\w*SELF_SIGNED_CERT\w*|UNABLE_TO_\w+|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|CRL_\w+)$/;

function untrusted(origin: string, error: unknown): HttpProblem | undefined {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (!tlsCodes.test(code)) return undefined;
  return new HttpProblem(
    502,
    `The service at ${origin} has no certificate that this machine accepts (${code}), so nothing was sent. ` +
      'Ask its operator for a valid one, correct UPSTREAM, or name its authority with NODE_EXTRA_CA_CERTS.',
    { cause: error },
  );
}

const unavailable = (cause: unknown) =>
  new HttpProblem(503, 'The service can’t be reached. Nothing is lost: try again in a moment.', {
    headers: { 'Retry-After': '2' },
    cause,
  });

/** The headers that show credentials to the service. */
export function credentialHeaders({ cookie, csrf, authorization }: Credentials): Record<string, string> {
  return {
    ...(cookie ? { cookie } : {}),
    ...(csrf ? { 'x-csrftoken': csrf } : {}),
    ...(authorization ? { authorization } : {}),
  };
}

const isStream = (body: unknown): body is { stream: Readable; length: number } =>
  typeof body === 'object' && body !== null && 'stream' in body && body.stream instanceof Readable;

function sizeOf(body: unknown): number {
  if (body === undefined) return 0;
  if (isStream(body)) return body.length;
  return body instanceof Uint8Array ? body.byteLength : Buffer.byteLength(JSON.stringify(body));
}

/** The Retry-After header in whole seconds. */
export function retryHeader({ 'retry-after': seconds }: IncomingHttpHeaders): Record<string, string> {
  return typeof seconds === 'string' && /^\d{1,9}$/.test(seconds) ? { 'Retry-After': seconds } : {};
}

/** The problem of a failed call: the service's refusal in its own words, if it has any. */
function problemOf(error: unknown, endpoint: Endpoint, body: unknown): unknown {
  if (!(error instanceof ClientError)) return error;
  const { code, cause, status = 0, problem } = error;
  if (code === 'offline') return cause;
  if (code === 'unreadable') return brokenContract(endpoint, cause);
  if (status < 400 || status > 599) return redirected(status);
  if (status === 405) return methodRefused();
  if (status === 413 && !problem)
    return tooLargeForBalancer(error.header('server') ?? undefined, sizeOf(body));
  return new HttpProblem(status, problem?.detail ?? `The service refused with status ${status}.`, {
    ...(problem?.errors ? { errors: problem.errors } : {}),
    headers: retryHeader({ 'retry-after': error.header('retry-after') ?? undefined }),
  });
}

/**
 * The refusal of a 405 to a call of the contract. The status itself would mean that there is no proxy: the console then shows
 * records without the filters.
 */
export const methodRefused = () =>
  new HttpProblem(
    502,
    'The service refuses a call that it has to answer (status 405). Its operator has to update it; or set UPSTREAM to the service’s own address, then try again.',
  );

/** The refusal of an answer that is neither a success nor an error. */
export const redirected = (status: number) =>
  new HttpProblem(
    502,
    `The service answered this call with a redirect (status ${status}), which the proxy does not follow. Set UPSTREAM to the service’s own address, then try again.`,
  );

/** A load balancer's limit: the service itself refuses in JSON. @param sent - the size of the request in bytes. */
export const tooLargeForBalancer = (server: string | string[] | undefined, sent: number) =>
  new HttpProblem(
    413,
    `A load balancer in front of the service${server ? ` (${String(server)})` : ''} refused a request of ${(sent / 2 ** 20).toFixed(1)} MB as too large. ` +
      'Its operator has to allow 256 MB, in nginx with "client_max_body_size 256m;" (1 MB without it). Then try again.',
  );

/**
 * The error of an answer that does not match the contract.
 * @param fault - what is wrong with it, for the log.
 */
export const brokenContract = ({ path }: Pick<Endpoint, 'path'>, fault?: unknown) =>
  new HttpProblem(502, `The service’s answer to ${path} does not match the contract.`, {
    ...(fault instanceof z.ZodError && { cause: z.prettifyError(fault) }),
    // The error of the parser would quote the answer.
    ...(fault instanceof SyntaxError && { cause: 'The answer is not JSON.' }),
  });

/** The reply in an answer's bytes. @throws {HttpProblem} 502 when it breaks the contract. */
export function replyOf<E extends Endpoint>(endpoint: E, bytes: ArrayBuffer): Reply<E> {
  try {
    return parsedReply(endpoint, endpoint.reply === 'bytes' ? bytes : Buffer.from(bytes).toString());
  } catch (fault) {
    throw brokenContract(endpoint, fault);
  }
}
