/** Serves the console's build; the same for both servers. */
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Sources } from '@cloakroom/contract/integrations.ts';
import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import { pageSources, policyText } from './contentPolicy.ts';
import { HttpProblem, notFound } from './problem.ts';
import { killSwitchWorker } from './killSwitchWorker.ts';

const immutable = 'public, max-age=31536000, immutable';

type Console = {
  /** The folder of its build. */
  consoleDir: string;
  /** Whose hosts the page may reach. Its workers, which hold what people decrypt, reach none of them. */
  integrations: readonly Sources[];
  /** Whether it may install itself; else what it has installed is taken away again. */
  serviceWorker: boolean;
};

/**
 * Serve the build and answer every unknown address: a page of the console to somebody who navigates, a 404 to everything
 * else. A missing script is a 404 too, never the page: an old page must not mistake it for its code.
 */
export async function serveConsole(
  app: FastifyInstance,
  { consoleDir: folder, integrations, serviceWorker }: Console,
): Promise<void> {
  const page = join(folder, 'index.html');
  const built = existsSync(page);
  if (!serviceWorker)
    app.get('/sw.js', { schema: { hide: true } }, async (_request, reply) =>
      reply.type('text/javascript').header('Cache-Control', 'no-cache').send(killSwitchWorker),
    );
  const policy = policyText(pageSources(integrations));
  // A client that asks for an untransformed file gets the plain one.
  app.addHook('onRequest', async ({ url, headers }) => {
    if (url.startsWith('/assets/') && /\bno-transform\b/i.test(headers['cache-control'] ?? ''))
      delete headers['accept-encoding'];
  });
  if (built)
    await app.register(fastifyStatic, {
      root: folder,
      index: 'index.html',
      // The build compresses assets alone. The page and the service worker are replaced by a release: no older copy may lie beside them.
      preCompressed: true,
      // The page and the service worker are revalidated each time; a file with a hash in its name never changes.
      cacheControl: false,
      setHeaders: (response, path) => {
        if (path === page) response.setHeader('Content-Security-Policy', policy);
        const isAsset = path.startsWith(join(folder, 'assets') + sep);
        response.setHeader('Cache-Control', isAsset ? immutable : 'no-cache');
        // A cache between browser and server must not hand a compressed file to a client that can't read it.
        if (isAsset) response.setHeader('Vary', 'Accept-Encoding');
      },
    });
  // The address that the API's docs had when a server wrote them.
  app.get('/api/docs/', { schema: { hide: true } }, async (_request, reply) =>
    reply.redirect('/api-docs', 308),
  );
  app.setNotFoundHandler(async (request, reply) => {
    if (!isNavigation(request)) throw notFound('Address');
    if (!built)
      throw new HttpProblem(404, 'The console is not built yet. Run "npm run build", then start again.');
    return reply.sendFile('index.html');
  });
}

function isNavigation({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (/^\/(api|assets)(\/|$)/.test(url)) return false;
  const mode = headers['sec-fetch-mode'];
  return mode ? mode === 'navigate' : (headers.accept ?? '').includes('text/html');
}
