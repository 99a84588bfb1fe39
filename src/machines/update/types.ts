/** Context, events and actors of the update. `effects.ts` provides the actors. */
import { fromCallback, fromPromise } from 'xstate';
import type { GuardedWork } from '#src/shared/tabs/beforeUnloadGuard.ts';
import { unprovided } from '../unprovided.ts';

/** A tab that would lose data in a reload. */
export type BusyTab = { title: string; work: GuardedWork | 'form' };

export type UpdateContext = {
  /** The tabs that prevent a reload. */
  busy: BusyTab[];
  /** The servers no longer support this build. */
  updateRequired: boolean;
  /** The server was unreachable in the last search for a newer build. */
  unreachable: boolean;
  /** Whether to bypass the service worker: this build fails, and no newer one was found. */
  withoutWorker: boolean;
};

export type UpdateEvent =
  /** A newer worker is installed and waiting. */
  | { type: 'worker.waiting' }
  /** A worker of another build controls this page now. */
  | { type: 'worker.changed' }
  | { type: 'update.pressed' }
  | { type: 'update.postponed' }
  /** The offer was postponed in another tab. */
  | { type: 'otherTab.postponed' }
  /** A file of this build is neither cached nor on the server. */
  | { type: 'file.missing' }
  /** The servers require a newer console. */
  | { type: 'client.outdated' };

/** Finds the tabs, this one included, that would lose data in a reload. */
export const findBusyTabs = fromPromise<BusyTab[]>(unprovided);
/** Looks for a newer build, and waits until it is installed. @throws if the server is unreachable. */
export const findNewerBuild = fromPromise<boolean>(unprovided);
/** Reloads the page, once per build and reason; never resolves. @throws if it was reloaded before. */
export const reload = fromPromise<never, { withoutWorker: boolean }>(unprovided);

/** Reports new builds and messages of other tabs. Does nothing unless provided. */
export const watch = fromCallback<UpdateEvent>(() => undefined);

export const noUpdate: UpdateContext = {
  busy: [],
  updateRequired: false,
  unreachable: false,
  withoutWorker: false,
};
