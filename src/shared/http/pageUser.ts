/** The user of the page: sent with each call, so that no call is made for another user. Calls are aborted when the user leaves. */
import { expectedUserHeader, signedInAsHeader } from '@cloakroom/contract/expectedUser.ts';
import { Failure } from '#src/shared/failure.ts';
import { http } from './http.ts';

const replacedFailure = () => new Failure('replaced', 'This was requested by a user who has left this page.');

/** Sets the id of the user of the page; null for no user. */
export function setPageUser(user: string | null): void {
  if (user !== http.user || http.userAbort.signal.aborted) abortUserCalls();
  http.user = user;
  http.userAbort = new AbortController();
}

/** Aborts the calls of the user, and rejects later ones. */
export function abortUserCalls(): void {
  http.userAbort.abort(replacedFailure());
}

/** The id of the user of the page. */
export const pageUser = (): string | null => http.user;

/** Aborts when the user leaves. */
export const pageUserSignal = (): AbortSignal => http.userAbort.signal;

/** The header that names the user of a call. */
export const pageUserHeader = (): Record<string, string> =>
  http.user === null ? {} : { [expectedUserHeader]: http.user };

/** Reports that another user is signed in. */
export const reportReplacedUser = (email: string | null): void => http.emit({ type: 'user.replaced', email });

/** Reports and returns the failure of a call refused because another user is signed in; else null. */
export function replacedUserFailure(headerOf: (name: string) => string | null): Failure | null {
  const email = headerOf(signedInAsHeader);
  if (email === null) return null;
  reportReplacedUser(decodeURIComponent(email));
  return new Failure('replaced', 'Someone else has since signed in with this browser.', { status: 409 });
}
