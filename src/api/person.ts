/** Whose page this is: said on each call, so that nothing is asked in somebody else's name, and the end of what was asked when they go. */
import { expectedUserHeader, signedInAsHeader } from '@cloakroom/contract/expectedUser.ts';
import { Failure } from '#src/lib/failure.ts';

const left = () => new Failure('replaced', 'This was asked by somebody who has left this page.');

let person: string | null = null;
let stay = new AbortController();
let tell: (email: string | null) => void = () => undefined;

/** Say whose page this is from now on, by the id of a user; nobody's with null. */
export function belongTo(user: string | null): void {
  if (user !== person || stay.signal.aborted) dismiss();
  person = user;
  stay = new AbortController();
}

/** The person has gone: what they have asked is given up, and nothing more is asked for them. */
export function dismiss(): void {
  stay.abort(left());
}

/** Whose page this is. */
export const owner = (): string | null => person;

/** Ends when the person goes. */
export const untilTheyGo = (): AbortSignal => stay.signal;

/** Says on a call whom it is for. */
export const ownerHeader = (): Record<string, string> =>
  person === null ? {} : { [expectedUserHeader]: person };

/** Say who is told when a call was refused because somebody else is signed in; their e-mail address where it is known. */
export function whenSomebodyElseIsHere(hear: (email: string | null) => void): void {
  tell = hear;
}

/** Tell that somebody else is signed in. */
export const somebodyElseIsHere = (email: string | null): void => tell(email);

/** The failure that an answer amounts to if it was refused for want of the right person, who is told of; else null. */
export function mistaken(headerOf: (name: string) => string | null): Failure | null {
  const email = headerOf(signedInAsHeader);
  if (email === null) return null;
  somebodyElseIsHere(decodeURIComponent(email));
  return new Failure('replaced', 'Somebody else has signed in in this browser since.', { status: 409 });
}
