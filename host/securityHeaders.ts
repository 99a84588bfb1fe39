/** The headers that every answer of both servers carries. */
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { minClientHeader, oldestClient } from '#contract/version.ts';
import { ownSources } from './contentPolicy.ts';

/**
 * Put the headers on every answer of the app.
 * @param options.https - whether people reach it by https: then browsers are told to insist on it.
 */
export async function securityHeaders(app: FastifyInstance, { https }: { https: boolean }): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { ...ownSources } },
    strictTransportSecurity: https ? { maxAge: 2 * 365 * 24 * 3600, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  // Answers of the API are about somebody: no cache keeps them. They say which consoles are too old to understand them.
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/'))
      reply.header('Cache-Control', 'no-store').header(minClientHeader, oldestClient);
  });
}
