/** Signing in, returning to a page, and signing out. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openConsole } from '#tests/src/support/console.tsx';
import { ada, adasWorld, sessionFor } from '#tests/src/support/people.ts';

test('signing out while the service is unavailable says that the session was not ended', async () => {
  const { heading, router } = openConsole('/datasets', {
    ...adasWorld,
    'POST /api/accounts/logout/': () => ({ status: 503, body: { detail: 'Come back later.' } }),
  });
  await heading('Datasets');
  await router.navigate('/logout');
  await heading('Sign In');
  expect(await screen.findByText(/was not ended: Come back later/)).toBeDefined();
});

/** A world whose session ends on demand, until the next sign-in. @param whoComes - who signs in then. */
function endedSession(whoComes = ada) {
  let present: typeof ada | null = ada;
  const guarded = (body: unknown) => () =>
    present === null ? { status: 401, body: { detail: 'Sign in to continue.' } } : { body };
  const world = {
    ...adasWorld,
    'GET /api/users/self/': () =>
      present === null ? { status: 401, body: { detail: 'Sign in to continue.' } } : { body: present },
    'POST /api/accounts/login/': () => {
      present = whoComes;
      return { body: { detail: 'Welcome.' } };
    },
    'PATCH /api/accounts/profile/': guarded({ first_name: 'Augusta', last_name: 'King' }),
  };
  return { world, end: () => (present = null) };
}

const signInAgain = async (user: ReturnType<typeof openConsole>['user']) => {
  const dialog = await screen.findByRole('dialog', { name: 'Sign in to continue' });
  expect(document.activeElement).toBe(within(dialog).getByLabelText('Password'));
  expect(within(dialog).getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.org');
  await user.type(within(dialog).getByLabelText('Password'), 'correct horse');
  await user.click(within(dialog).getByRole('button', { name: 'Sign In' }));
};

test('another person who signs in on the locked page sees none of its data and changes nothing', async () => {
  const eve = { ...ada, id: '6666666666666666666666', email: 'eve@example.org' };
  const { world, end } = endedSession(eve);
  const { heading, user, sent } = openConsole('/account', world);
  await heading('Account');
  end();
  await user.type(screen.getByLabelText('Full Name'), ' of Ockham');
  await user.click(screen.getByRole('button', { name: 'Save Name' }));
  await signInAgain(user);
  await heading('Signed in as eve@example.org');
  expect(screen.getByRole('button', { name: 'Continue as eve@example.org' })).toBeDefined();
  expect(screen.queryByLabelText('Full Name')).toBeNull();
  expect(sent('PATCH /api/accounts/profile/')).toHaveLength(1);
});

test('two minutes before the session ends a dialog asks, and the session can be extended', async () => {
  let seconds = 90;
  const { heading, user, sent } = openConsole('/datasets', {
    ...adasWorld,
    'GET /api/users/self/': () => ({ body: ada }),
    'GET /api/accounts/session/': () => ({ body: sessionFor(seconds) }),
  });
  await heading('Datasets');
  const dialog = await screen.findByRole('dialog', { name: 'Are you still there?' });
  expect(within(dialog).getByRole('timer').textContent).toMatch(/^1:[0-3]\d$/);
  const before = sent('GET /api/users/self/').length;
  seconds = 7200;
  await user.click(within(dialog).getByRole('button', { name: 'Stay signed in' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent('GET /api/users/self/')).toHaveLength(before + 1);
});

test('when the session’s time is up the password is asked for', async () => {
  const { heading } = openConsole('/datasets', {
    ...adasWorld,
    'GET /api/accounts/session/': () => ({ body: sessionFor(1) }),
  });
  await heading('Datasets');
  expect(await screen.findByRole('dialog', { name: 'Sign in to continue' })).toBeDefined();
});
