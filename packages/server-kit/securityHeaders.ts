/** The headers that every answer of both servers carries. */
import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { minClientHeader, oldestClient } from '@cloakroom/contract/version.ts';
import { ownSources } from './contentPolicy.ts';

/**
 * Put the headers on every answer of the app.
 * @param options.https - which requests came by https: their browsers are asked to insist on it for two years.
 */
export async function securityHeaders(
  app: FastifyInstance,
  { https }: { https: false | ((request: FastifyRequest) => boolean) },
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { ...ownSources } },
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  if (https)
    app.addHook('onRequest', async (request, reply) => {
      if (https(request)) reply.header('Strict-Transport-Security', 'max-age=63072000; includeSubDomains');
    });
  // Answers of the API are about somebody: no cache keeps them. They say which consoles are too old to understand them.
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/'))
      reply.header('Cache-Control', 'no-store').header(minClientHeader, oldestClient);
  });
}
