/** Context, events and actors of a registration, and the body of its call. `effects.ts` provides the actors. */
import { fromPromise } from 'xstate';
import type { Failure } from '#src/shared/failure.ts';
import { unprovided } from '../unprovided.ts';

export type SignUp = { email: string; password: string; organization_name: string; full_name: string };

/** Splits a full name at the first space. */
export function splitName(fullName: string): { first_name: string; last_name: string } {
  const [first_name = '', ...rest] = fullName.trim().split(' ');
  return { first_name, last_name: rest.join(' ').trim() };
}

/** The body of the registration call, which has the password twice. */
export const registrationBody = ({ full_name, password, ...signUp }: SignUp) => ({
  ...signUp,
  ...splitName(full_name),
  password,
  password_confirm: password,
});

export type RegistrationContext = {
  /** The submitted form; kept if it is refused. */
  signUp: SignUp | null;
  failure: Failure | null;
};

export type RegistrationEvent = { type: 'form.submitted'; signUp: SignUp };

/** Registers the account. */
export const register = fromPromise<undefined, SignUp>(unprovided);
