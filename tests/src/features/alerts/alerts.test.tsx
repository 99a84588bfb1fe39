/** Alerts in the whole console: shown, counted, recorded, suppressed and restored. */
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { dontShow } from '#src/shared/storage/dontShow.ts';
import { openConsole } from '#tests/src/support/console.tsx';
import { actors } from '#tests/src/support/testRoot.ts';
import { adasWorld } from '#tests/src/support/people.ts';

const region = () => screen.findByRole('region', { name: 'Alerts' });

beforeEach(() => actors().unmuteAlerts());

async function devtest() {
  const opened = openConsole('/devtest', adasWorld);
  await opened.heading('Devtest');
  const press = async (name: string) =>
    opened.user.click(await within(screen.getByRole('main')).findByRole('button', { name }));
  return { ...opened, press, panel: within(await region()) };
}

test('public pages have the alert panel too, with two empty live regions', async () => {
  const { heading } = openConsole('/login');
  await heading('Sign In');
  const panel = within(await region());
  expect(panel.getByRole('alert').textContent).toBe('');
  expect(panel.getByRole('status').textContent).toBe('');
});

test('a sent reset link is confirmed for five seconds', async () => {
  const { heading, user } = openConsole('/accounts/forgot-password', {
    'POST /api/accounts/send-reset-password-link/': () => ({ body: { detail: 'Sent.' } }),
  });
  await heading('Forgot your password?');
  await user.type(screen.getByLabelText('Email'), 'ada@example.org');
  await user.click(screen.getByRole('button', { name: 'Send Link' }));
  expect(await screen.findByText(/a password reset link is on its way/)).toBeDefined();
  expect(actors().alerts.getSnapshot().context.shown).toMatchObject([{ type: 'success', duration: 5 }]);
});

test.each([5, 10, 15, 20])('the developer page raises an error for %i seconds', async (seconds) => {
  const { press, panel } = await devtest();
  await press(`Error for ${seconds} seconds`);
  expect(
    within(panel.getByRole('alert')).getByText(`This error goes after ${seconds} seconds.`),
  ).toBeDefined();
  expect(actors().alerts.getSnapshot().context.shown[0]?.duration).toBe(seconds);
});

test('an error of 5,000 characters is shown in full and can be focused', async () => {
  const { press, panel } = await devtest();
  await press('Error of 5,000 characters');
  const text = await panel.findByText(/^All of this text has to be readable/);
  expect(text.textContent).toHaveLength(5000 + 'Database'.length);
  expect(text.tabIndex).toBe(0);
});

test('the same alert raised twice is shown once with its count', async () => {
  const { press, panel } = await devtest();
  await press('Raise: success');
  await press('Raise: success');
  expect(panel.getAllByText(/This is what success looks like/)).toHaveLength(1);
  expect(panel.getByText('2 times')).toBeDefined();
});

test('alerts are cleared by source, or all at once', async () => {
  const { press, panel } = await devtest();
  for (const type of ['error', 'warning', 'info']) await press(`Raise: ${type}`);
  await press('Clear Database');
  expect(panel.queryByText(/what warning looks like/)).toBeNull();
  expect(panel.getByText(/what error looks like/)).toBeDefined();
  await press('Clear all');
  expect(panel.queryByText(/looks like/)).toBeNull();
});

test('suppressing an alert can be undone at once', async () => {
  const { user, press, panel } = await devtest();
  await press("Don't show again");
  await user.click(panel.getByRole('button', { name: "Don't show again" }));
  expect(await panel.findByText('You won’t see this alert again.')).toBeDefined();
  expect(await dontShow.all()).toHaveLength(1);
  await user.click(panel.getByRole('button', { name: 'Undo' }));
  expect(await panel.findByText('This warning is needed only once.')).toBeDefined();
  expect(await dontShow.all()).toEqual([]);
});

test('the history keeps dismissed alerts, filters them by source, and can be cleared', async () => {
  const { user, press } = await devtest();
  await press('Raise: error');
  await press('Raise: warning');
  await press('Clear all');
  await user.click(await screen.findByRole('button', { name: 'Alerts, 2 new' }));
  const history = within(await screen.findByRole('dialog', { name: 'Alerts' }));
  expect(
    history.getAllByRole('listitem').map((line) => within(line).getByRole('img').getAttribute('aria-label')),
  ).toEqual(['warning', 'error']);
  await user.selectOptions(history.getByLabelText('From'), 'File');
  expect(history.getAllByRole('listitem')).toHaveLength(1);
  await user.click(history.getByRole('button', { name: 'Clear File' }));
  expect(history.getByText(/what warning looks like/)).toBeDefined();
  await user.click(history.getByRole('button', { name: 'Clear all' }));
  expect(history.getByText('No alerts since you signed in.')).toBeDefined();
  await user.click(history.getByRole('button', { name: 'Close' }));
  expect(await screen.findByRole('button', { name: 'Alerts' })).toBeDefined();
});

test('a hidden tab and a hovering pointer pause the timers', async () => {
  const { user } = await devtest();
  actors().raiseAlert({ type: 'info', source: 'API', content: 'Read me.', duration: 60 });
  await user.hover(await screen.findByText('Read me.'));
  expect(actors().alerts.getSnapshot().context.held).toBe(true);
  await user.unhover(screen.getByText('Read me.'));
  await waitFor(() => expect(actors().alerts.getSnapshot().context.held).toBe(false));
  Object.defineProperty(document, 'hidden', { value: true, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
  expect(actors().alerts.getSnapshot().context.held).toBe(true);
  Object.defineProperty(document, 'hidden', { value: false, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
  expect(actors().alerts.getSnapshot().context.held).toBe(false);
});
