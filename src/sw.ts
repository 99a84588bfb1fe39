/**
 * The service worker: keeps the page and the files it was built into, so that the console starts without the network.
 * It knows nothing else. What the API answers passes it by, and nothing that somebody sent or read is ever kept here.
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

/** What the servers answer themselves: the API and files. Everything else is the console's page. */
const served = [/^\/(api|docs|samples|assets)(\/|\?|$)/, /^[^?]*\.\w+(\?|$)/];

precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: served }));

/* The first page, which came without a worker, can go on without the network too. A newer worker waits to be asked. */
clientsClaim();
self.addEventListener('message', ({ data, ports }: ExtendableMessageEvent) => {
  const { type } = data as { type?: string };
  if (type === 'SKIP_WAITING') void self.skipWaiting();
  if (type === 'CLAIM') void self.clients.claim();
  if (type === 'BUILD') ports[0]?.postMessage(__BUILD__);
});
