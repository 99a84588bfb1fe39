/** The security headers of every response, for both servers. */
import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { minClientHeader, oldestClient } from '@cloakroom/contract/version.ts';
import { ownSources } from './contentPolicy.ts';

/**
 * Adds the headers to every response of the app.
 * @param options.https - whether a request came by https; its response then carries HSTS for two years.
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
  // Responses of the API are personal data and must not be cached. A header names the oldest console that they support.
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/'))
      reply.header('Cache-Control', 'no-store').header(minClientHeader, oldestClient);
  });
}
