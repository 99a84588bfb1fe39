/** The headers that every answer of both servers carries. */
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** The hash of the empty string: styled-components makes an empty style element before it fills it by script. */
const emptyStyle = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";
const self = ["'self'"];
const none = ["'none'"];

/** Code from this origin only, framed by nobody, and no string ever becomes code or markup. */
const policy = {
  'default-src': none,
  'script-src': self,
  'style-src': [...self, emptyStyle],
  'img-src': [...self, 'data:', 'blob:'],
  'font-src': self,
  'connect-src': self,
  'manifest-src': self,
  'worker-src': self,
  'frame-ancestors': none,
  'base-uri': none,
  'object-src': none,
  'form-action': self,
  'require-trusted-types-for': ["'script'"],
};

/**
 * Put the headers on every answer of the app.
 * @param options.https - whether people reach it by https: then browsers are told to insist on it.
 */
export async function securityHeaders(app: FastifyInstance, { https }: { https: boolean }): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: policy },
    strictTransportSecurity: https ? { maxAge: 2 * 365 * 24 * 3600, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  // Answers of the API are about somebody: no cache keeps them.
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/')) reply.header('Cache-Control', 'no-store');
  });
}
