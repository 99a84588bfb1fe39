/** What the calls of one page, or of one worker, have in common: the user, the token, and what the answers reveal about the session. */
import { createEmitter } from '#src/shared/emitter.ts';

export type HttpEvent =
  /** A call was refused because its session has ended. A listener that can bring the session back passes its promise to `wait`. */
  | { type: 'access.lost'; wait: (regained: Promise<boolean>) => void }
  /** A call was refused because another user is signed in by now; their e-mail address where it is known. */
  | { type: 'person.replaced'; email: string | null }
  /** The servers ask for a newer console. */
  | { type: 'client.refused' };

/** The state of an HTTP client. It reports to its subscribers and calls nothing else. */
export function createHttp() {
  const { emit, subscribe } = createEmitter<[HttpEvent]>();
  return {
    /** The id of the user that the page belongs to. */
    user: null as string | null,
    /** Aborted when that user leaves. */
    stay: new AbortController(),
    /** The servers no longer understand this console. */
    outdated: false,
    /** The token of a worker, which can't read cookies. */
    csrfToken: undefined as string | undefined,
    emit,
    subscribe,
    /** @returns whether a subscriber has brought the session back; false where there is none. */
    async regainAccess(): Promise<boolean> {
      const attempts: Promise<boolean>[] = [];
      emit({ type: 'access.lost', wait: (regained) => attempts.push(regained) });
      return (await Promise.all(attempts)).includes(true);
    },
  };
}

export type Http = ReturnType<typeof createHttp>;

/** The state of this page or worker, as the browser keeps its cookies: one per global scope. */
export const http: Http = createHttp();
