/** Every state of a registration, on its page. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Failure } from '#src/shared/failure.ts';
import { registrationMachine } from '#src/machines/registration/machine.ts';
import { openConsole } from '../../support/console.tsx';
import { testEveryState, deferredCall, follow, shortestPathsOf, whole } from '../../support/model.ts';

const signUp = {
  email: 'ada@example.org',
  password: 'correct horse',
  organization_name: 'Engines',
  full_name: 'Ada Lovelace',
};
const asked = 'registration.submitting';
const ways = shortestPathsOf(registrationMachine, {
  events: [
    { type: 'form.submitted', signUp } as { type: string },
    { type: `xstate.done.actor.0.${asked}` },
    { type: `xstate.error.actor.0.${asked}`, error: new Failure('invalid', 'No.') } as { type: string },
  ],
  also: ({ context: { failure } }) => (failure ? 'refused' : ''),
});

test.each(whole(ways))('$name', async ({ moves }) => {
  const register = deferredCall();
  const { heading, user } = openConsole('/register', { 'POST /api/accounts/register/': register.answer });
  const happens: Record<string, () => Promise<unknown>> = {
    'xstate.init': () => heading('Sign Up'),
    'form.submitted': async () => {
      await user.type(screen.getByLabelText('Email'), signUp.email);
      await user.type(screen.getByLabelText('Password'), signUp.password);
      await user.type(screen.getByLabelText('Organization Name'), signUp.organization_name);
      await user.type(screen.getByLabelText('Full Name'), signUp.full_name);
      await user.click(screen.getByLabelText('I agree to the Terms of Service'));
      await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'I agree' }));
      await user.click(screen.getByLabelText('I am not a robot'));
      await user.click(screen.getByRole('button', { name: 'Create Account' }));
    },
    [`xstate.done.actor.0.${asked}`]: () => register.reply({ body: { detail: 'Sent.' } }),
    [`xstate.error.actor.0.${asked}`]: () =>
      register.reply({ status: 400, body: { detail: 'Not this one.' } }),
  };
  const button = () => screen.findByRole('button', { name: 'Create Account' });
  const shows: Record<string, () => Promise<unknown>> = {
    filling: async () => expect((await button()).getAttribute('aria-busy')).toBeNull(),
    submitting: async () => expect((await button()).getAttribute('aria-busy')).toBe('true'),
    'filling, refused': async () => {
      await screen.findByText('Registration failed. Not this one.');
      expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(signUp.email);
    },
    awaitingMail: () => heading('Thanks for signing up!'),
  };
  await follow(moves, happens, shows);
});

testEveryState(registrationMachine);
