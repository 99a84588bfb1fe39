/** Context, events and actors of the update. `effects.ts` provides the actors. */
import { fromCallback, fromPromise } from 'xstate';
import { Failure } from '#src/shared/failure.ts';

/** A tab that would lose something, and what. */
export type BusyTab = { title: string; work: 'upload' | 'form' };

export type UpdateContext = {
  /** The tabs that stand in the way. */
  busy: BusyTab[];
  /** The servers understand this build no more. */
  updateRequired: boolean;
  /** The last search for a newer build found nobody to ask. */
  unreachable: boolean;
  /** No newer build was found, and this one doesn't work: load it from the network. */
  afresh: boolean;
};

export type UpdateEvent =
  /** A newer worker is ready, and waits. */
  | { type: 'worker.waiting' }
  /** A worker of another build serves this page from now on. */
  | { type: 'worker.changed' }
  | { type: 'update.pressed' }
  | { type: 'update.postponed' }
  /** It was put off in another tab. */
  | { type: 'elsewhere.postponed' }
  /** A file of this build is neither here nor at the server. */
  | { type: 'file.missing' }
  /** The servers ask for a newer console. */
  | { type: 'client.refused' };

const unwired = () => {
  throw new Failure('unexpected', 'The update machine was started without its effects.');
};

/** Which tabs, this one included, would lose something now. */
export const ask = fromPromise<BusyTab[]>(unwired);
/** Looks for a newer build, and waits until it is ready. @throws when nobody answers. */
export const seek = fromPromise<boolean>(unwired);
/** Loads the page anew, but for one reason only once; never comes back when it does. @throws when it did before. */
export const reload = fromPromise<never, { afresh: boolean }>(unwired);

/** Reports new builds, and what other tabs say of them. Does nothing unless provided. */
export const watch = fromCallback<UpdateEvent>(() => undefined);

export const noUpdate: UpdateContext = { busy: [], updateRequired: false, unreachable: false, afresh: false };
