/** Closing a server in good order. */
import type { FastifyInstance } from 'fastify';

const lookEveryMs = 20;

/**
 * A way to close the app: it takes no more calls, lets those under way end within `patienceMs`, and waits for nobody who
 * is only connected (browsers connect ahead). Make it before the app listens.
 */
export function gracefulShutdown(app: FastifyInstance, patienceMs: number): () => Promise<void> {
  let underWay = 0;
  app.server.on('request', (_request, response) => {
    underWay++;
    response.once('close', () => underWay--);
  });
  return async () => {
    const deadline = Date.now() + patienceMs;
    const closed = app.close();
    const timer = setInterval(() => {
      if (underWay === 0 || Date.now() > deadline) app.server.closeAllConnections();
    }, lookEveryMs);
    await closed;
    clearInterval(timer);
  };
}
