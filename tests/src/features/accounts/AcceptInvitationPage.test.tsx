/** The page that an invitation's link opens. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openConsole, type World } from '#tests/src/support/console.tsx';

const path = '/accounts/accept-invitation';
const call = 'POST /api/accounts/accept-invitation/';

async function follow(answer: World[string]) {
  const opened = openConsole(`${path}?user_id=u&timestamp=1&signature=s&invitation=i`, { [call]: answer });
  const { heading, user } = opened;
  await heading('Open your account');
  await user.type(screen.getByLabelText('Full Name'), 'Mary Fairfax Somerville');
  await user.type(screen.getByLabelText('Password'), 'correct horse');
  await user.click(screen.getByLabelText('I agree to the Terms of Service'));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'I agree' }));
  await user.click(screen.getByRole('button', { name: 'Open Account' }));
  return opened;
}

test('an invalid link shows its error and what to do', async () => {
  const detail = 'Invalid invitation link. Please ask for a new one.';
  await follow(() => ({ status: 400, body: { detail } }));
  const alert = (await screen.findByText(detail)).closest('[role=alert]');
  expect(alert?.textContent).toContain('ask an admin of the organization to send the invitation again');
  expect(screen.queryByLabelText('Password')).toBeNull();
});

test('reports a rejected password at its field, and the link still works', async () => {
  const errors = { password: ['This password is too common.'] };
  const { sent, user } = await follow(() => ({ status: 400, body: { detail: errors.password[0], errors } }));
  expect((await screen.findAllByText('This password is too common.'))[0]).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Full Name').value).toBe('Mary Fairfax Somerville');
  await user.type(screen.getByLabelText('Password'), 'another horse');
  await user.click(screen.getByRole('button', { name: 'Open Account' }));
  await waitFor(() => expect(sent(call)).toHaveLength(2));
});

test('a link without all its parameters is refused without a call', async () => {
  const { requests } = openConsole(`${path}?user_id=u&timestamp=1`);
  expect(await screen.findByText('Invalid invitation link. Please ask for a new one.')).toBeDefined();
  expect(screen.queryByLabelText('Password')).toBeNull();
  expect(requests.filter((request) => request.call.startsWith('POST'))).toEqual([]);
});
