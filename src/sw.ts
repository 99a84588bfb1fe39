/**
 * The service worker: precaches the page and its files, so that the console starts offline. It never caches API responses
 * or user data.
 */
import { clientsClaim } from 'workbox-core';
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] };
/** The build that this worker belongs to. */
declare const __BUILD__: string;

/** Paths answered by the servers: the API and files. All others get the console's page. */
const serverPaths = [/^\/(api|docs|samples|assets)(\/|\?|$)/, /^[^?]*\.\w+(\?|$)/];

precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: serverPaths }));

/* Lets the first page, loaded without a worker, work offline. A newer worker waits for `SKIP_WAITING`. */
clientsClaim();
self.addEventListener('message', ({ data, ports }: ExtendableMessageEvent) => {
  const { type } = data as { type?: string };
  if (type === 'SKIP_WAITING') void self.skipWaiting();
  if (type === 'CLAIM') void self.clients.claim();
  if (type === 'BUILD') ports[0]?.postMessage(__BUILD__);
});
