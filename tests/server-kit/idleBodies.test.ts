/** The idle timeout of a body: a sender that stops is disconnected, a busy server disconnects none. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { acceptBodies } from '@cloakroom/server-kit/bodies.ts';
import { problemHandler } from '@cloakroom/server-kit/problemHandler.ts';

const idleTimeoutMs = 500;
const sentence =
  'Nothing of the file arrived for 0.5 seconds, so its connection was closed. Nothing was stored. Send the file again.';
/** Longer than the idle timeout. */
const busyMs = 4 * idleTimeoutMs;

let app: FastifyInstance;
let port: number;
/** The result of the handler's reading of a body, by the request's header `x-name`. */
const ends = new Map<string, string>();

beforeAll(async () => {
  app = fastify();
  problemHandler(app);
  acceptBodies(app);
  await app.register(async (scope) => {
    scope.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
    scope.post('/', { config: { bytes: true, idleTimeoutMs } }, async ({ body, headers }, reply) => {
      const name = String(headers['x-name']);
      if (name.startsWith('answered')) reply.raw.flushHeaders();
      if (name.endsWith('held back')) await after(busyMs);
      let length = 0;
      try {
        for await (const chunk of body as AsyncIterable<Buffer>) length += chunk.length;
        ends.set(name, 'whole');
      } catch (error) {
        ends.set(name, (error as Error).message);
        throw error;
      }
      if (name.endsWith('slow work')) await after(busyMs);
      return { length };
    });
  });
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => app.close());

/**
 * Sends a part of a body whose stated length is `length`.
 * @returns everything that is received until the connection ends.
 */
async function send(name: string, part: Buffer, length: number): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (bytes) => (received += bytes.toString()));
  socket.on('error', () => undefined);
  socket.write(
    `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Name: ${name}\r\n` +
      `Content-Type: application/octet-stream\r\nContent-Length: ${length}\r\n\r\n`,
  );
  socket.write(part);
  await once(socket, 'close');
  return received;
}

test.concurrent('answers a sender that stops with the reason', async () => {
  const received = await send('stopped', Buffer.alloc(10), 1_000);
  expect(received).toMatch(/^HTTP\/1.1 408/);
  expect(received).toContain(sentence);
  expect(ends.get('stopped')).toBe(sentence);
});

test.concurrent(
  'disconnects a sender that stops after the headers of the answer, and the handler gets the reason',
  async () => {
    await send('answered, stopped', Buffer.alloc(10), 1_000);
    expect(ends.get('answered, stopped')).toBe(sentence);
  },
);

test.concurrent.each([
  { name: 'held back', length: 10_000_000, what: 'a body that the server holds back' },
  { name: 'all there, held back', length: 10, what: 'a short body that nothing has read yet' },
  { name: 'slow work', length: 10, what: 'an answer that takes long' },
])('waits for $what', async ({ name, length }) => {
  expect(await send(name, Buffer.alloc(length), length)).toContain(`{"length":${length}}`);
  expect(ends.get(name)).toBe('whole');
});
