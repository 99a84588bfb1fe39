/** The registration of the service worker: updates, activation and removal. */
import { messageSW } from 'workbox-window';
import { build } from '#src/shared/build.ts';

type ShellEvent = { type: 'worker.waiting' | 'worker.changed' };

const checkIntervalMs = 3_600_000;
/** How long a worker has to be in the state `installed` to count as waiting. */
const waitingDelayMs = 200;
const replyTimeoutMs = 3000;

/** Undefined in insecure contexts. */
const container = (): ServiceWorkerContainer | undefined =>
  (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker;

/** The build of a worker; undefined if it does not reply. */
async function buildOf(worker: ServiceWorker): Promise<string | undefined> {
  const timeout = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), replyTimeoutMs));
  return Promise.race([messageSW(worker, { type: 'BUILD' }) as Promise<string>, timeout]);
}

/** Whether a worker of another build controls the page. */
async function isSuperseded(): Promise<boolean> {
  const worker = container()?.controller;
  const workerBuild = worker ? await buildOf(worker) : undefined;
  return workerBuild !== undefined && workerBuild !== build.id;
}

/**
 * Registers the worker and reports newer builds. Looks for one now, when the page becomes visible or the network returns, and
 * every hour.
 */
export function watchShell(send: (event: ShellEvent) => void): void {
  const workers = container();
  if (!workers) return;
  let known: ServiceWorkerRegistration | undefined;

  const observe = (registration: ServiceWorkerRegistration) => {
    known = registration;
    const reportWaiting = () => {
      if (registration.waiting && registration.active) send({ type: 'worker.waiting' });
    };
    registration.addEventListener('updatefound', () => {
      registration.installing?.addEventListener('statechange', () =>
        setTimeout(reportWaiting, waitingDelayMs),
      );
    });
    reportWaiting();
  };
  const compareBuilds = async () => {
    if (await isSuperseded()) send({ type: 'worker.changed' });
    // A worker that is switched off unregisters itself when it receives a message.
    else if (known?.active) await buildOf(known.active);
  };
  // Registers each time: a sign-out removes the registration, and an existing one stays as it is.
  const check = async () => {
    const registration = await workers.register('/sw.js', { updateViaCache: 'none' });
    if (registration !== known) observe(registration);
    const { active } = registration;
    if (!active) return;
    // A page that was loading when the worker became active has no controller.
    if (!workers.controller && (await buildOf(active)) === build.id) active.postMessage({ type: 'CLAIM' });
    await registration.update();
  };
  // The check fails without a network or in a private window. The console then works without a worker, and the next check tries again.
  const tryToCheck = () => void check().catch(() => undefined);

  workers.addEventListener('controllerchange', () => void compareBuilds());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') tryToCheck();
  });
  window.addEventListener('online', tryToCheck);
  setInterval(tryToCheck, checkIntervalMs);
  void check().then(compareBuilds, () => undefined);
}

/** Makes the waiting worker take over all tabs. */
export async function activateShell(): Promise<void> {
  const registration = await container()?.getRegistration();
  registration?.waiting?.postMessage({ type: 'SKIP_WAITING' });
}

/** Looks for a newer build, and waits until it is installed. @throws {TypeError} if the server is unreachable. */
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

/** Makes the next page load from the network, unless a worker of another build controls this one. */
export async function unregisterShell(): Promise<void> {
  if (await isSuperseded()) return;
  const registration = await container()?.getRegistration();
  await registration?.unregister();
}

/** @returns a function that registers the worker again after a sign-out has removed it; it does nothing if there was none. */
export async function shellRestorer(): Promise<() => Promise<void>> {
  const registration = await container()?.getRegistration();
  return async () => {
    if (registration) await container()?.register('/sw.js', { updateViaCache: 'none' });
  };
}
