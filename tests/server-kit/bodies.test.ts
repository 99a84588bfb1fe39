/** Slow senders are disconnected after ten seconds, while all others are served. Here a second takes a quarter. */
import { connect } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { acceptBodies, answerClientError, bodyTimeout, headersTimeoutOptions, requestTimeoutMs } from '@cloakroom/server-kit/bodies.ts'; // prettier-ignore
import { problemHandler } from '@cloakroom/server-kit/problemHandler.ts';

const { ms: bodyTimeoutMs } = bodyTimeout;
const { headersTimeout, connectionsCheckingInterval } = headersTimeoutOptions;
const speed = 4;

let app: FastifyInstance;
let port: number;
beforeAll(async () => {
  bodyTimeout.ms = bodyTimeoutMs / speed;
  app = fastify({
    requestTimeout: requestTimeoutMs,
    http: {
      headersTimeout: headersTimeout / speed,
      connectionsCheckingInterval: connectionsCheckingInterval / speed,
    },
    clientErrorHandler: answerClientError,
  });
  problemHandler(app);
  acceptBodies(app);
  app.post('/json', async ({ body }) => ({ got: body ?? null }));
  await app.register(async (scope) => {
    scope.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
    scope.post('/bytes', { config: { bytes: true } }, async ({ body }) => {
      let length = 0;
      for await (const chunk of body as AsyncIterable<Buffer>) length += chunk.length;
      return { length };
    });
  });
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(async () => {
  await app.close();
  bodyTimeout.ms = bodyTimeoutMs;
});

/**
 * Sends `start`, then `drop` each `every` milliseconds.
 * @returns the response, and the time until the connection ended.
 */
function drip(start: string, drop: string, every: number): Promise<{ answer: string; seconds: number }> {
  return new Promise((resolve) => {
    const began = Date.now();
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(start));
    const timer = setInterval(() => socket.write(drop), every);
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(timer);
      resolve({ answer, seconds: (Date.now() - began) / 1000 });
    });
  });
}
const head = (path: string, type: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 1000000\r\n\r\n`;

test('the limits leave a sender less than ten seconds', () => {
  expect(Math.max(bodyTimeoutMs, headersTimeout + connectionsCheckingInterval)).toBeLessThan(10_000);
});

// Both wait most of the time, so they run at the same time.
test.concurrent(
  'five hundred slow senders of headers, bodies, bytes or nothing are disconnected soon after the limits, others are served',
  async () => {
    const kinds = [
      () => drip('GET / HTTP/1.1\r\nHost: x\r\n', 'X-A: b\r\n', 900 / speed),
      () => drip(head('/json', 'application/json'), ' ', 900 / speed),
      () => drip(head('/bytes', 'application/octet-stream'), ' ', 900 / speed),
      () => drip('', '', 900 / speed),
    ];
    const drippers = Promise.all(Array.from({ length: 500 }, (_, at) => kinds[at % kinds.length]!()));
    const served: number[] = [];
    for (let second = 0; second < 6; second++) {
      const began = Date.now();
      const headers = { 'content-type': 'application/json' };
      const sent = { method: 'POST', headers, body: '{"a":1}' };
      const answer = await fetch(`http://127.0.0.1:${port}/json`, sent);
      expect(await answer.json()).toEqual({ got: { a: 1 } });
      served.push(Date.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 800 / speed));
    }
    const ends = await drippers;
    // The machine may be busy for as long as the limit, but no limit may begin anew with each byte.
    expect(Math.max(...ends.map(({ seconds }) => seconds))).toBeLessThan((2 * bodyTimeout.ms) / 1000);
    for (const [at, { answer }] of ends.entries())
      if (at % 4 !== 3) expect(answer).toMatch(/^HTTP\/1.1 408[^]*"detail"/);
    expect(Math.max(...served)).toBeLessThan(2_000);
  },
  30_000,
);

test.concurrent(
  'bytes that arrive slowly but steadily are accepted',
  async () => {
    const body = new ReadableStream({
      async start(controller) {
        for (let part = 0; part < 10; part++) {
          controller.enqueue(new Uint8Array(30_000));
          await new Promise((resolve) => setTimeout(resolve, 1_000 / speed));
        }
        controller.close();
      },
    });
    const headers = { 'content-type': 'application/octet-stream' };
    const sent = { method: 'POST', headers, body, duplex: 'half' } as const;
    const answer = await fetch(`http://127.0.0.1:${port}/bytes`, sent);
    expect(await answer.json()).toEqual({ length: 300_000 });
  },
  30_000,
);

test('what arrived while the server was blocked is read before the timeout applies', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const socket = connect(port, '127.0.0.1');
    const answer = new Promise<string>((resolve) => {
      socket.on('data', (chunk) => resolve(chunk.toString()));
    });
    socket.write(head('/json', 'application/json').replace('1000000', '7'));
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    socket.write('{"a":1}');
    vi.advanceTimersByTime(10_000);
    expect(await answer).toMatch(/^HTTP\/1.1 200[^]*{"got":{"a":1}}$/);
    socket.destroy();
  } finally {
    vi.useRealTimers();
  }
});

test('a call with a JSON content type and no content has no body', async () => {
  const headers = { 'content-type': 'application/json' };
  const answer = await app.inject({ method: 'POST', url: '/json', headers, payload: '' });
  expect(answer.json()).toEqual({ got: null });
});

test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/octet-stream'])(
  'a JSON call refuses %s',
  async (type) => {
    const headers = { 'content-type': type };
    expect((await app.inject({ method: 'POST', url: '/json', headers, payload: '{}' })).statusCode).toBe(415);
  },
);
