/** Signing up, signing in and passwords, in the whole console. */
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openConsole } from '#tests/src/support/console.tsx';

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
