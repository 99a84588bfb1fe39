/** How bodies arrive: as JSON unless a route takes bytes, and in good time. */
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { repeatedName } from '@cloakroom/contract/json.ts';
import { HttpProblem } from './problem.ts';

/** How long the headers may take, in milliseconds, and how often the server looks; for the server's own options. */
export const headersTimeoutMs = { headersTimeout: 5_000, connectionsCheckingInterval: 1_000 };
/** The longest a request may take to arrive, however steadily. */
export const requestTimeoutMs = 300_000;

/** A body must be whole after this time; bytes must go on arriving, at least so many in it. */
const patience = { ms: 8_000, bytes: 16_384 };
const tooSlow = 'The request took too long to arrive. Try again.';
/** How often a body with an idle time is looked at, in milliseconds. */
const idleCheckMs = 5_000;

declare module 'fastify' {
  // Only an interface can add to another one.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface FastifyContextConfig {
    /** The body is raw bytes: its handler reads the stream. */
    bytes?: boolean;
    /** The time in milliseconds in which some byte of a raw body must arrive; without it the general rule holds. */
    idleTimeoutMs?: number;
  }
}

/** Accept JSON and nothing else (a route for bytes brings its own parser); send away whoever drips. */
export function acceptBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    // Browsers' code sends the type on calls without a body as well.
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
      const problem = error ?? repetition(text);
      if (problem) done(problem);
      else done(null, value);
    });
  });

  app.addHook('onRequest', async (request, reply) => {
    const { bytes = false, idleTimeoutMs } = request.routeOptions.config;
    if (!hasBody(request)) return;
    if (idleTimeoutMs !== undefined) {
      const stopIdle = watchIdle(request, idleTimeoutMs, () => {
        const idle = new HttpProblem(408, idleMessage(idleTimeoutMs));
        if (!reply.raw.headersSent)
          void reply.status(408).header('Connection', 'close').send({ detail: idle.message });
        setImmediate(() => request.raw.destroy(idle));
      });
      request.raw.once('end', stopIdle).once('close', stopIdle);
      return;
    }
    const stop = watch(request, bytes, () => {
      if (!reply.sent) void reply.status(408).header('Connection', 'close').send({ detail: tooSlow });
      setImmediate(() => request.raw.destroy());
    });
    request.raw.once('end', stop).once('close', stop);
  });
}

/** The text of a JSON body. @throws {HttpProblem} 400 when it is not UTF-8: replaced bytes would be stored as if they had been sent. */
export function bodyText(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch (cause) {
    throw new HttpProblem(400, 'The body of this call is not valid UTF-8. Send it as UTF-8.', { cause });
  }
}

/** A refusal of a JSON body that names something twice, of which only one value could be taken; null for any other. */
export function repetition(text: string): HttpProblem | null {
  const repeated = repeatedName(text);
  if (repeated === null) return null;
  const { name } = repeated;
  const shown = JSON.stringify(name.length > 60 ? `${name.slice(0, 59)}…` : name);
  return new HttpProblem(
    400,
    `The body of this call has the key ${shown} twice in one object. Send it once.`,
  );
}

/** For the server's own options: answers what is no request at all, or never became one in time. */
export function answerBroken(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, detail] = brokenStarts[error.code ?? ''] ?? [
    '400 Bad Request',
    'This is not an HTTP request.',
  ];
  const body = JSON.stringify({ detail });
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

const brokenStarts: Partial<Record<string, [status: string, detail: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', tooSlow],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The request’s headers are too large.'],
};

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const idleMessage = (ms: number) =>
  `Nothing of the file arrived for ${ms / 1000} seconds, so its connection was closed. Nothing was stored. Send the file again.`;

/**
 * Calls `late` once nothing has arrived for a while although more was asked for. Time in which the server holds the body
 * back, has all of it or stands still itself does not count.
 * @returns what ends the watch.
 */
function watchIdle(request: FastifyRequest, timeoutMs: number, late: () => void): () => void {
  const { raw } = request;
  const { socket } = raw;
  const everyMs = Math.min(idleCheckMs, timeoutMs);
  let [before, idleMs] = [socket.bytesRead, 0];
  let judging: NodeJS.Immediate;
  const judge = () => {
    const isHeldBack = raw.complete || raw.readableLength >= raw.readableHighWaterMark;
    idleMs = socket.bytesRead > before || isHeldBack ? 0 : idleMs + everyMs;
    before = socket.bytesRead;
    if (idleMs < timeoutMs) return;
    stop();
    late();
  };
  const timer = setInterval(() => (judging = setImmediate(judge)), everyMs);
  timer.unref();
  const stop = () => {
    clearInterval(timer);
    clearImmediate(judging);
  };
  return stop;
}

/** Calls `late` once the body is overdue. @returns what ends the watch. */
function watch(request: FastifyRequest, steady: boolean, late: () => void): () => void {
  const { socket } = request.raw;
  let before = socket.bytesRead;
  let judging: NodeJS.Immediate;
  const judge = () => {
    const arrived = socket.bytesRead - before;
    before = socket.bytesRead;
    // A server that reads slowly is not the sender's fault.
    const full = request.raw.complete || request.raw.readableLength >= request.raw.readableHighWaterMark;
    if (steady && (arrived >= patience.bytes || full)) return;
    stop();
    late();
  };
  // Nor is one that stood still: what came meanwhile is read before the judgement.
  const timer = setInterval(() => (judging = setImmediate(judge)), patience.ms);
  timer.unref();
  const stop = () => {
    clearInterval(timer);
    clearImmediate(judging);
  };
  return stop;
}
