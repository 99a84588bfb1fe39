/** The state shared by all calls of a page or a worker: user, CSRF token, and events about the session. */
import { createEmitter } from '#src/shared/emitter.ts';

export type HttpEvent =
  /** A call was refused because its session has ended. A listener that can renew the session passes its promise to `waitUntil`. */
  | { type: 'access.lost'; waitUntil: (regained: Promise<boolean>) => void }
  /** A call was refused because another user is signed in. */
  | { type: 'user.replaced'; email: string | null }
  /** The servers require a newer console. */
  | { type: 'client.outdated' };

export function createHttp() {
  const { emit, subscribe } = createEmitter<[HttpEvent]>();
  return {
    /** The id of the user that the page belongs to. */
    user: null as string | null,
    /** Aborted when that user leaves. */
    userAbort: new AbortController(),
    /** The servers no longer understand this console. */
    outdated: false,
    /** The token of a worker, which can't read cookies. */
    csrfToken: undefined as string | undefined,
    emit,
    subscribe,
    /** @returns whether a subscriber has renewed the session. */
    async regainAccess(): Promise<boolean> {
      const attempts: Promise<boolean>[] = [];
      emit({ type: 'access.lost', waitUntil: (regained) => attempts.push(regained) });
      return (await Promise.all(attempts)).includes(true);
    },
  };
}

export type Http = ReturnType<typeof createHttp>;

/** The state of this page or worker: one per global scope. */
export const http: Http = createHttp();
