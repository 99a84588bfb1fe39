/** Graceful shutdown of a server. */
import type { FastifyInstance } from 'fastify';

const pollIntervalMs = 20;

/**
 * Returns a function that closes the app: it accepts no new calls, waits up to `timeoutMs` for active ones, and closes
 * idle connections at once (browsers preconnect). Call it before the app listens.
 */
export function gracefulShutdown(app: FastifyInstance, timeoutMs: number): () => Promise<void> {
  let activeRequests = 0;
  app.server.on('request', (_request, response) => {
    activeRequests++;
    response.once('close', () => activeRequests--);
  });
  return async () => {
    const deadline = Date.now() + timeoutMs;
    const closed = app.close();
    const timer = setInterval(() => {
      if (activeRequests === 0 || Date.now() > deadline) app.server.closeAllConnections();
    }, pollIntervalMs);
    await closed;
    clearInterval(timer);
  };
}
