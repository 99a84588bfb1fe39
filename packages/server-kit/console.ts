/** Serves the console's build, for both servers. */
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Sources } from '@cloakroom/contract/integrations.ts';
import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import { pageSources, policyText } from './contentPolicy.ts';
import { HttpProblem, notFound } from './problem.ts';

const immutable = 'public, max-age=31536000, immutable';

/**
 * Plain JavaScript without dependencies, since the installed build may be broken in any way. Without a fetch handler,
 * requests go to the network. A working page asks for the build with a `BUILD` message. The answer `none`, sent after the
 * cleanup, makes it reload once when it is idle, as for an update. Pages that do not ask within 3 s are reloaded.
 */
const killSwitchWorker = `const alive = new Set();
const clear = async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
};
let leaving;
const leave = () => (leaving ??= clear());
const sendOthers = async () => {
  for (const page of await self.clients.matchAll({ type: 'window' }))
    if (!alive.has(page.id)) page.navigate(page.url).catch(() => undefined);
};
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  event.waitUntil(leave());
  setTimeout(sendOthers, 3000);
});
self.addEventListener('message', (event) => {
  if (event.data?.type !== 'BUILD') return;
  alive.add(event.source?.id);
  event.waitUntil(leave().then(() => event.ports[0]?.postMessage('none')));
});
`;

type ConsoleOptions = {
  /** The folder of the build. */
  consoleDir: string;
  /** The CSP sources that the page may use. Its workers, which handle decrypted values, may use none of them. */
  integrations: readonly Sources[];
  /** Whether the service worker is served; if not, `/sw.js` unregisters an installed one. */
  serviceWorker: boolean;
};

/**
 * Serves the build, and answers unknown addresses: the console's page for a navigation, a 404 for everything else. A
 * missing script is a 404 too: an old page must not load HTML as its code.
 */
export async function serveConsole(
  app: FastifyInstance,
  { consoleDir: folder, integrations, serviceWorker }: ConsoleOptions,
): Promise<void> {
  const page = join(folder, 'index.html');
  const built = existsSync(page);
  if (!serviceWorker)
    app.get('/sw.js', async (_request, reply) =>
      reply.type('text/javascript').header('Cache-Control', 'no-cache').send(killSwitchWorker),
    );
  const policy = policyText(pageSources(integrations));
  // Clients that send `no-transform` get the uncompressed file.
  app.addHook('onRequest', async ({ url, headers }) => {
    if (url.startsWith('/assets/') && /\bno-transform\b/i.test(headers['cache-control'] ?? ''))
      delete headers['accept-encoding'];
  });
  if (built)
    await app.register(fastifyStatic, {
      root: folder,
      index: 'index.html',
      // The build compresses only assets: beside the page and the service worker, a stale compressed copy could remain.
      preCompressed: true,
      // The page and the service worker are revalidated each time; a file with a hash in its name never changes.
      cacheControl: false,
      setHeaders: (response, path) => {
        if (path === page) response.setHeader('Content-Security-Policy', policy);
        const isAsset = path.startsWith(join(folder, 'assets') + sep);
        response.setHeader('Cache-Control', isAsset ? immutable : 'no-cache');
        // A shared cache must not send a compressed file to a client that can't read it.
        if (isAsset) response.setHeader('Vary', 'Accept-Encoding');
      },
    });
  // The earlier address of the API's docs.
  app.get('/api/docs/', async (_request, reply) => reply.redirect('/api-docs', 308));
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
