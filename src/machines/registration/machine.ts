/** Signing up: from the form to the link in the mail. */
import { assign, fromPromise, setup } from 'xstate';
import { Failure } from '#src/shared/failure.ts';
import type { SignUp } from './requirements.ts';

export type RegistrationContext = {
  /** The submitted form; kept if it is refused. */
  signUp: SignUp | null;
  failure: Failure | null;
};

export type RegistrationEvent = { type: 'form.submitted'; signUp: SignUp };

/** Registers the account. Provided by `effects.ts`. */
const register = fromPromise<undefined, SignUp>(() => {
  throw new Failure('unexpected', 'The registration machine was started without its effects.');
});

/** The failure for the form: a sentence, and errors by the fields of the form. */
function refusal(thrown: unknown): Failure {
  const failure = Failure.from(thrown);
  const { first_name, last_name, password_confirm, ...errors } = failure.errors;
  const fullName = [...(first_name ?? []), ...(last_name ?? [])];
  const known = fullName.length > 0 ? { ...errors, full_name: fullName } : errors;
  const reason = Object.keys(known).length > 0 ? '' : ` ${failure.message}`;
  return new Failure(failure.code, `Registration failed.${reason}`, {
    status: failure.status,
    errors: password_confirm ? { password: password_confirm, ...known } : known,
    cause: failure,
  });
}

/** The states of a registration. Pure: `register` is provided. */
export const registrationMachine = setup({
  types: {} as { context: RegistrationContext; events: RegistrationEvent },
  actors: { register },
}).createMachine({
  id: 'registration',
  context: { signUp: null, failure: null },
  initial: 'filling',
  states: {
    filling: {
      on: {
        'form.submitted': {
          target: 'submitting',
          actions: assign({ signUp: ({ event }) => event.signUp, failure: null }),
        },
      },
    },
    submitting: {
      invoke: {
        src: 'register',
        input: ({ context }) => context.signUp!,
        onDone: { target: 'awaitingMail', actions: assign({ signUp: null }) },
        onError: { target: 'filling', actions: assign({ failure: ({ event }) => refusal(event.error) }) },
      },
    },
    /** The activation continues with the link in the mail. */
    awaitingMail: { type: 'final' },
  },
});
