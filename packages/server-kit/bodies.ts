/** Parses request bodies: JSON unless a route takes bytes, with size and time limits. */
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findDuplicateName } from '@cloakroom/contract/duplicateName.ts';
import type { Endpoint } from '@cloakroom/contract/endpoint.ts';
import { badRequest, HttpProblem } from './problem.ts';

/** Server options: the timeout for the headers and the interval at which it is checked, in milliseconds. */
export const headersTimeoutOptions = { headersTimeout: 5_000, connectionsCheckingInterval: 1_000 };
/** The timeout for a whole request, even if it arrives steadily. */
export const requestTimeoutMs = 300_000;

/** A JSON body must be complete within this time; of raw bytes at least `minBytesPerInterval` must arrive in it. */
export const bodyTimeout = { ms: 8_000 };
const minBytesPerInterval = 16_384;
const tooSlowDetail = 'The request took too long to arrive. Try again.';
const idleCheckIntervalMs = 5_000;

declare module 'fastify' {
  // Only an interface can add to another one.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface FastifyContextConfig {
    /** The call of the contract that the route answers. */
    call?: Endpoint;
    /** The body is raw bytes: its handler reads the stream. */
    bytes?: boolean;
    /** The timeout between two chunks of a raw body; by default the general limits apply. */
    idleTimeoutMs?: number;
  }
}

/** Accepts JSON only (a route for bytes registers its own parser), and disconnects slow senders. */
export function acceptBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    // The console sends the content type on calls without a body as well.
    if (body.length === 0) {
      done(null, undefined);
      return;
    }
    let text: string;
    try {
      text = bodyText(body);
    } catch (error) {
      done(error as Error);
      return;
    }
    void parseJson(request, text, (error, value) => {
      const problem = error ?? repeatedKeyProblem(text);
      if (problem) done(problem);
      else done(null, value);
    });
  });

  app.addHook('onRequest', async (request, reply) => {
    const { bytes = false, idleTimeoutMs } = request.routeOptions.config;
    if (!hasBody(request)) return;
    if (idleTimeoutMs !== undefined) {
      const stopIdle = watchIdleTime(request, idleTimeoutMs, () => {
        const idle = new HttpProblem(408, idleMessage(idleTimeoutMs));
        if (!reply.raw.headersSent)
          void reply.status(408).header('Connection', 'close').send({ detail: idle.message });
        setImmediate(() => request.raw.destroy(idle));
      });
      request.raw.once('end', stopIdle).once('close', stopIdle);
      return;
    }
    const stop = watchBody(request, bytes, () => {
      if (!reply.sent) void reply.status(408).header('Connection', 'close').send({ detail: tooSlowDetail });
      setImmediate(() => request.raw.destroy());
    });
    request.raw.once('end', stop).once('close', stop);
  });
}

/** Decodes a JSON body. @throws {HttpProblem} 400 if it is not UTF-8, so that no replacement characters are stored. */
export function bodyText(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch (cause) {
    throw new HttpProblem(400, 'The body of this call is not valid UTF-8. Send it as UTF-8.', { cause });
  }
}

/** Returns a 400 if a JSON object has a key twice (a parser would drop one value), else null. */
export function repeatedKeyProblem(text: string): HttpProblem | null {
  const repeated = findDuplicateName(text);
  if (repeated === null) return null;
  const { name } = repeated;
  const shown = JSON.stringify(name.length > 60 ? `${name.slice(0, 59)}…` : name);
  return badRequest(`The body of this call has the key ${shown} twice in one object. Send it once.`);
}

/** Fastify's `clientErrorHandler`: answers malformed requests and header timeouts. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, detail] = clientErrors[error.code ?? ''] ?? [
    '400 Bad Request',
    'This is not an HTTP request.',
  ];
  const body = JSON.stringify({ detail });
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

const clientErrors: Partial<Record<string, [status: string, detail: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', tooSlowDetail],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The request’s headers are too large.'],
};

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const idleMessage = (ms: number) =>
  `Nothing of the file arrived for ${ms / 1000} seconds, so its connection was closed. Nothing was stored. Send the file again.`;

/**
 * Calls `onTimeout` after `timeoutMs` without data. Time does not count while the server applies backpressure, has the
 * whole body, or is blocked.
 * @returns a function that stops the watch.
 */
function watchIdleTime(request: FastifyRequest, timeoutMs: number, onTimeout: () => void): () => void {
  const { raw } = request;
  const { socket } = raw;
  const intervalMs = Math.min(idleCheckIntervalMs, timeoutMs);
  let [bytesBefore, idleMs] = [socket.bytesRead, 0];
  let pendingCheck: NodeJS.Immediate;
  const check = () => {
    const isHeldBack = raw.complete || raw.readableLength >= raw.readableHighWaterMark;
    idleMs = socket.bytesRead > bytesBefore || isHeldBack ? 0 : idleMs + intervalMs;
    bytesBefore = socket.bytesRead;
    if (idleMs < timeoutMs) return;
    stop();
    onTimeout();
  };
  const timer = setInterval(() => (pendingCheck = setImmediate(check)), intervalMs);
  timer.unref();
  const stop = () => {
    clearInterval(timer);
    clearImmediate(pendingCheck);
  };
  return stop;
}

/** Calls `onTimeout` once the body is overdue. @returns a function that stops the watch. */
function watchBody(request: FastifyRequest, allowSteady: boolean, onTimeout: () => void): () => void {
  const { socket } = request.raw;
  let bytesBefore = socket.bytesRead;
  let pendingCheck: NodeJS.Immediate;
  const check = () => {
    const arrived = socket.bytesRead - bytesBefore;
    bytesBefore = socket.bytesRead;
    // Backpressure of the server does not count against the sender.
    const isHeldBack =
      request.raw.complete || request.raw.readableLength >= request.raw.readableHighWaterMark;
    if (allowSteady && (arrived >= minBytesPerInterval || isHeldBack)) return;
    stop();
    onTimeout();
  };
  // After the event loop was blocked, pending data is read before the check.
  const timer = setInterval(() => (pendingCheck = setImmediate(check)), bodyTimeout.ms);
  timer.unref();
  const stop = () => {
    clearInterval(timer);
    clearImmediate(pendingCheck);
  };
  return stop;
}
