/** The registration, until its mail is sent. */
import { createActor, fromPromise, waitFor } from 'xstate';
import { expect, test } from 'vitest';
import { Failure } from '#src/shared/failure.ts';
import { registrationBody, type SignUp } from '#src/machines/registration/types.ts';
import { registrationMachine } from '#src/machines/registration/machine.ts';

const signUp: SignUp = {
  email: 'ada@example.org',
  password: 'correct horse',
  organization_name: 'Analytical Engines',
  full_name: 'Ada King Lovelace',
};

const submittedTo = async (answer: () => Promise<undefined>) => {
  const register = fromPromise<undefined, SignUp>(answer);
  const actor = createActor(registrationMachine.provide({ actors: { register } })).start();
  actor.send({ type: 'form.submitted', signUp });
  return waitFor(actor, (now) => !now.matches('submitting'));
};

test('an accepted form waits for the mail and keeps no password', async () => {
  const now = await submittedTo(async () => undefined);
  expect(now.value).toBe('awaitingMail');
  expect(now.context.signUp).toBeNull();
});

test('an error of the service’s field is shown at the form’s field', async () => {
  const errors = { first_name: ['A name is required.'], email: ['Enter a valid email address.'] };
  const now = await submittedTo(() => Promise.reject(new Failure('invalid', 'Bad input.', { errors })));
  expect(now.context.failure?.message).toBe('Registration failed');
  expect(now.context.failure?.errors).toEqual({
    full_name: ['A name is required.'],
    email: ['Enter a valid email address.'],
  });
});

test('the full name is split at its first space, and the password is sent twice', () => {
  expect(registrationBody(signUp)).toEqual({
    email: 'ada@example.org',
    organization_name: 'Analytical Engines',
    first_name: 'Ada',
    last_name: 'King Lovelace',
    password: 'correct horse',
    password_confirm: 'correct horse',
  });
  expect(registrationBody({ ...signUp, full_name: ' Plato ' })).toMatchObject({
    first_name: 'Plato',
    last_name: '',
  });
});
