/** The kill-switch service worker: while the console's is switched off, `/sw.js` deletes all caches and unregisters. */

/**
 * Plain JavaScript without dependencies, since the installed build may be broken in any way. Without a fetch handler,
 * requests go to the network. A working page asks for the build with a `BUILD` message; the answer `none`, sent after the
 * cleanup, makes it reload once as for an update, when it is idle. Pages that do not ask within 3 s are reloaded.
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
