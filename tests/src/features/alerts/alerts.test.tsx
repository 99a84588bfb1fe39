/** Alerts in the whole console: shown, counted, recorded, suppressed and restored. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { mutedAlerts } from '#src/shared/storage/mutedAlerts.ts';
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

test('suppressing an alert can be undone at once', async () => {
  const { user, press, panel } = await devtest();
  await press("Don't show again");
  await user.click(await panel.findByRole('button', { name: "Don't show again" }));
  expect(await panel.findByText('You won’t see this alert again.')).toBeDefined();
  await expect.poll(() => mutedAlerts.all()).toHaveLength(1);
  await user.click(await panel.findByRole('button', { name: 'Undo' }));
  expect(await panel.findByText('This warning is needed only once.')).toBeDefined();
  await expect.poll(() => mutedAlerts.all()).toEqual([]);
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

test('dismissing an alert by keyboard moves the focus to the next one, then back, and the timers run again', async () => {
  const { user } = await devtest();
  const before = within(screen.getByRole('main')).getByRole('button', { name: 'Raise: error' });
  act(() => before.focus());
  actors().raiseAlert({ type: 'info', source: 'API', content: 'First.' });
  actors().raiseAlert({ type: 'info', source: 'File', content: 'Second.' });
  const dismiss = (source: string) => screen.findByRole('button', { name: `Dismiss: ${source}` });
  const first = await dismiss('API');
  await dismiss('File');
  act(() => first.focus());
  expect(actors().alerts.getSnapshot().context.paused).toBe(true);
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(await dismiss('File'));
  expect(actors().alerts.getSnapshot().context.paused).toBe(true);
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(before);
  expect(actors().alerts.getSnapshot().context.paused).toBe(false);
});

test('a hidden tab and a hovering pointer pause the timers', async () => {
  const { user } = await devtest();
  actors().raiseAlert({ type: 'info', source: 'API', content: 'Read me.', duration: 60 });
  await user.hover(await screen.findByText('Read me.'));
  expect(actors().alerts.getSnapshot().context.paused).toBe(true);
  await user.unhover(screen.getByText('Read me.'));
  await waitFor(() => expect(actors().alerts.getSnapshot().context.paused).toBe(false));
  Object.defineProperty(document, 'hidden', { value: true, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
  expect(actors().alerts.getSnapshot().context.paused).toBe(true);
  Object.defineProperty(document, 'hidden', { value: false, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
  expect(actors().alerts.getSnapshot().context.paused).toBe(false);
});
