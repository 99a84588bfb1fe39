/** The service worker as the page sees it: registered, watched, told to take over, let go. */
import { messageSW } from 'workbox-window';
import { build } from '#src/shared/build.ts';

export type ShellEvent = { type: 'worker.waiting' | 'worker.changed' };

const hour = 3_600_000;
/** A worker that doesn't wait for anybody is past this state in less. Milliseconds. */
const moment = 200;
/** How long a worker may take to say which build it is of. */
const patience = 3000;

/** Browsers leave it out where a page can't be trusted, as without https. */
const container = (): ServiceWorkerContainer | undefined =>
  (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker;

/** A worker's build; undefined when it doesn't say. */
async function buildOf(worker: ServiceWorker): Promise<string | undefined> {
  const silence = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), patience));
  return Promise.race([messageSW(worker, { type: 'BUILD' }) as Promise<string>, silence]);
}

/** Whether the page is served by a worker of another build than its own. */
async function isOvertaken(): Promise<boolean> {
  const worker = container()?.controller;
  const other = worker ? await buildOf(worker) : undefined;
  return other !== undefined && other !== build.id;
}

/**
 * Keep the console's files on this machine, and tell of every newer build: looked for now, each time that the page is seen
 * again or the network is back, and every hour.
 */
export function watchShell(tell: (news: ShellEvent) => void): void {
  const workers = container();
  if (!workers) return;
  let known: ServiceWorkerRegistration | undefined;

  const listen = (registration: ServiceWorkerRegistration) => {
    known = registration;
    const look = () => {
      if (registration.waiting && registration.active) tell({ type: 'worker.waiting' });
    };
    registration.addEventListener('updatefound', () => {
      registration.installing?.addEventListener('statechange', () => setTimeout(look, moment));
    });
    look();
  };
  const compare = async () => {
    if (await isOvertaken()) tell({ type: 'worker.changed' });
    // Where it is switched off, being registered has kept it: being asked, it goes.
    else if (known?.active) await buildOf(known.active);
  };
  // Registering is no news to a browser that has it; a sign-out has taken it away.
  const check = async () => {
    const registration = await workers.register('/sw.js', { updateViaCache: 'none' });
    if (registration !== known) listen(registration);
    const { active } = registration;
    if (!active) return;
    // Once it is ready it takes every page but those that were on their way just then.
    if (!workers.controller && (await buildOf(active)) === build.id) active.postMessage({ type: 'CLAIM' });
    await registration.update();
  };
  // Nobody answers, or it can't be had, as in a private window: the console works without, and looks again soon enough.
  const tryToCheck = () => void check().catch(() => undefined);

  workers.addEventListener('controllerchange', () => void compare());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') tryToCheck();
  });
  window.addEventListener('online', tryToCheck);
  setInterval(tryToCheck, hour);
  void check().then(compare, () => undefined);
}

/** Tell the waiting worker to take over, in every tab. */
export async function activateShell(): Promise<void> {
  const registration = await container()?.getRegistration();
  registration?.waiting?.postMessage({ type: 'SKIP_WAITING' });
}

/** Look for a newer build, and wait until it is ready. @throws {TypeError} when nobody answers. */
export async function findNewerShell(): Promise<boolean> {
  const registration = await container()?.getRegistration();
  if (!registration) return false;
  await registration.update();
  const { installing } = registration;
  if (installing)
    await new Promise<void>((resolve) => {
      installing.addEventListener('statechange', () => resolve(), { once: true });
    });
  return registration.waiting !== null;
}

/** Let the next page come from the network; what it registers then takes this one's place. */
export async function unregisterShell(): Promise<void> {
  if (await isOvertaken()) return;
  const registration = await container()?.getRegistration();
  await registration?.unregister();
}

/** @returns what puts the shell back after a sign-out, which empties all that the site has stored; nothing where there was none. */
export async function shellRestorer(): Promise<() => Promise<void>> {
  const registration = await container()?.getRegistration();
  return async () => {
    if (registration) await container()?.register('/sw.js', { updateViaCache: 'none' });
  };
}
