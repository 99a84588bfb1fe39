/** The registration of an account, from the form to the link in the mail. */
import { assign, setup } from 'xstate';
import { Failure } from '#src/shared/failure.ts';
import { register, type RegistrationContext, type RegistrationEvent } from './types.ts';

/** The failure for the form: a sentence, and errors by the fields of the form. */
function formFailure(thrown: unknown): Failure {
  const failure = Failure.from(thrown);
  const { first_name, last_name, password_confirm, ...errors } = failure.errors;
  const fullName = [...(first_name ?? []), ...(last_name ?? [])];
  const known = fullName.length > 0 ? { ...errors, full_name: fullName } : errors;
  const reason = Object.keys(known).length > 0 ? '' : `. ${failure.message}`;
  return new Failure(failure.code, `Registration failed${reason}`, {
    status: failure.status,
    errors: password_confirm ? { password: password_confirm, ...known } : known,
    cause: failure,
  });
}

/** Pure: `register` is provided. */
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
        onError: { target: 'filling', actions: assign({ failure: ({ event }) => formFailure(event.error) }) },
      },
    },
    /** The activation continues with the link in the mail. */
    awaitingMail: { type: 'final' },
  },
});
