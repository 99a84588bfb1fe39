/** Iterates over the chunks of a request's body and keeps its connection usable. */
import type { Readable } from 'node:stream';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';

/**
 * The chunks of a request. If the consumer stops early, by `return`, the rest is discarded: the answer and later requests use
 * the same connection.
 * @throws {HttpProblem} 400 if the sender aborts; the problem that the request was destroyed with.
 */
export async function* bodyChunks(request: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (error instanceof HttpProblem) throw error;
    throw new HttpProblem(400, 'The request ended before its body was complete, so nothing was stored.', {
      cause: error,
    });
  } finally {
    request.resume();
  }
}
