/** Signing up, signing in and passwords, in the whole console. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openConsole } from '#tests/src/support/console.tsx';
import { adasWorld } from '#tests/src/support/people.ts';

const link = 'user_id=u&timestamp=1&signature=s';

test('a wrong password shows "Login failed" and clears only the password', async () => {
  const { heading, user } = openConsole('/login', {
    'POST /api/accounts/login/': () => ({ status: 400, body: { detail: 'Email or password is wrong.' } }),
  });
  await heading('Sign In');
  await user.type(screen.getByLabelText('Email'), 'ada@example.org');
  await user.type(screen.getByLabelText('Password'), 'wrong');
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  expect(await screen.findByText('Login failed. Email or password is wrong.')).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('');
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.org');
});

test('the demo’s welcome note fills in the demo account', async () => {
  const demo = { email: 'demo@example.org', password: 'look-around' };
  const { heading, user } = openConsole('/login', {
    'GET /api/status/': () => ({ body: { status: 'ok', api_version: 1, behind_proxy: true, demo } }),
  });
  await heading('Sign In');
  await user.click(await screen.findByRole('button', { name: 'Use the demo account' }));
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('demo@example.org');
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('look-around');
});

async function signUp(world: Parameters<typeof openConsole>[1]) {
  const opened = openConsole('/register', world);
  const { heading, user } = opened;
  await heading('Sign Up');
  await user.type(screen.getByLabelText('Email'), 'ada@example.org');
  await user.type(screen.getByLabelText('Password'), 'correct horse');
  await user.type(screen.getByLabelText('Organization Name'), 'Analytical Engines');
  await user.type(screen.getByLabelText('Full Name'), 'Ada King Lovelace');
  await user.click(screen.getByLabelText('I agree to the Terms of Service'));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'I agree' }));
  await user.click(screen.getByLabelText('I am not a robot'));
  await user.click(screen.getByRole('button', { name: 'Create Account' }));
  return opened;
}

test('signing up accepts the terms in their dialog and sends the form once', async () => {
  const { heading, sent } = await signUp({
    'POST /api/accounts/register/': () => ({ body: { detail: 'Sent.' } }),
  });
  await heading('Thanks for signing up!');
  expect(sent('POST /api/accounts/register/')).toEqual([
    {
      email: 'ada@example.org',
      organization_name: 'Analytical Engines',
      first_name: 'Ada',
      last_name: 'King Lovelace',
      password: 'correct horse',
      password_confirm: 'correct horse',
    },
  ]);
});

test('a refused sign-up reports the error at its field and keeps what was typed', async () => {
  await signUp({
    'POST /api/accounts/register/': () => ({
      status: 400,
      body: { detail: 'Bad input.', errors: { organization_name: ['This name is taken.'] } },
    }),
  });
  expect(await screen.findByText('Registration failed.')).toBeDefined();
  expect(screen.getByText('This name is taken.')).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Full Name').value).toBe('Ada King Lovelace');
});

test('an incomplete sign-up sends nothing and names every field', async () => {
  const { heading, user, sent } = openConsole('/register');
  await heading('Sign Up');
  await user.click(screen.getByRole('button', { name: 'Create Account' }));
  expect(await screen.findByText('6 fields need attention')).toBeDefined();
  expect(sent('POST /api/accounts/register/')).toEqual([]);
});

test('without a mail server the confirmation links to the outbox', async () => {
  const { heading } = openConsole('/accounts/register-confirm', {
    'GET /api/status/': () => ({
      body: { status: 'ok', api_version: 1, behind_proxy: true, outbox: true },
    }),
  });
  await heading('Thanks for signing up!');
  const outbox = await screen.findByRole('link', { name: 'Open the outbox' });
  expect(outbox.getAttribute('href')).toBe('/outbox');
});

test('an activation link is sent to the service once, and the result links to the tour', async () => {
  const { sent } = openConsole(`/accounts/activate?${link}`, {
    'POST /api/accounts/verify-registration/': () => ({ body: { detail: 'Activated.' } }),
  });
  const on = await screen.findByRole('link', { name: 'Go to your datasets' });
  expect(on.getAttribute('href')).toBe('/datasets?product_tour_id=528227');
  expect(sent('POST /api/accounts/verify-registration/')).toEqual([
    { user_id: 'u', timestamp: '1', signature: 's' },
  ]);
});

test.each([
  ['/accounts/activate?user_id=u', 'Invalid activation link. Please request a new one.'],
  ['/accounts/reset-password?user_id=u', 'Invalid password reset link. Please request a new one.'],
])('%s shows "%s"', async (path, sentence) => {
  openConsole(path);
  expect(await screen.findByText(sentence)).toBeDefined();
});

test('a new password is sent only if it was typed twice the same', async () => {
  const { heading, user, sent } = openConsole(`/accounts/reset-password?${link}`, {
    'POST /api/accounts/reset-password/': () => ({ body: { detail: 'Done.' } }),
  });
  await heading('Please select a new password');
  await user.type(screen.getByLabelText('New password'), 'correct horse');
  await user.type(screen.getByLabelText('Re-type new password'), 'another horse');
  await user.click(screen.getByRole('button', { name: 'Reset Password' }));
  expect(await screen.findByText('Passwords do not match')).toBeDefined();
  expect(sent('POST /api/accounts/reset-password/')).toEqual([]);

  await user.clear(screen.getByLabelText('Re-type new password'));
  await user.type(screen.getByLabelText('Re-type new password'), 'correct horse');
  await user.click(screen.getByRole('button', { name: 'Reset Password' }));
  expect(await screen.findByText('Your password has been changed')).toBeDefined();
});

test('a refused password reset is not reported as a success', async () => {
  const { heading, user } = openConsole(`/accounts/reset-password?${link}`, {
    'POST /api/accounts/reset-password/': () => ({ status: 400, body: { detail: 'This link has expired.' } }),
  });
  await heading('Please select a new password');
  await user.type(screen.getByLabelText('New password'), 'correct horse');
  await user.type(screen.getByLabelText('Re-type new password'), 'correct horse');
  await user.click(screen.getByRole('button', { name: 'Reset Password' }));
  expect(await screen.findByText('This link has expired.')).toBeDefined();
});

test('a changed password is confirmed, and a refused one shows the reason', async () => {
  let right = false;
  const { heading, user } = openConsole('/account', {
    ...adasWorld,
    'POST /api/accounts/change-password/': () =>
      right
        ? { body: { detail: 'Done.' } }
        : { status: 400, body: { detail: 'The current password is wrong.' } },
  });
  await heading('Account');
  const fill = async () => {
    await user.type(screen.getByLabelText('Current password'), 'old horse');
    await user.type(screen.getByLabelText('New password'), 'correct horse');
    await user.type(screen.getByLabelText('Confirm new password'), 'correct horse');
    await user.click(screen.getByRole('button', { name: 'Update Password' }));
  };
  await fill();
  expect(await screen.findByText('Failed to update password. The current password is wrong.')).toBeDefined();
  right = true;
  await fill();
  expect(await screen.findByText('Password updated successfully.')).toBeDefined();
});
