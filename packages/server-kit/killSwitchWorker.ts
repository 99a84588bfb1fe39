/** The service worker that takes every other one of the console away, and then itself: what `/sw.js` is while it is switched off. */

/**
 * Plain JavaScript of its own, since what it replaces may be broken in any way. It has no handler for requests, so they go to
 * the network. A page whose code still works asks it which build it is of, and is told, once all is taken away, that it is of
 * none: it then loads itself anew as for an update, once, where it is, and not while it is busy. Pages that don't ask are sent
 * to where they began.
 */
export const killSwitchWorker = `const alive = new Set();
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
