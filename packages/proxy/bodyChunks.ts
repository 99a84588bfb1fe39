/** A request's body, chunk by chunk, without ever closing the way back. */
import type { Readable } from 'node:stream';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';

/**
 * The chunks of a request. When their reader stops early, by `return`, the rest is let pass: an answer is still to go back
 * over the same connection, and other calls after it.
 * @throws {HttpProblem} 400 when the sender breaks off; the problem that the request was destroyed with.
 */
export async function* bodyChunks(request: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (error instanceof HttpProblem) throw error;
    throw new HttpProblem(400, 'What was sent broke off before its end, so nothing of it was stored.', {
      cause: error,
    });
  } finally {
    request.resume();
  }
}
