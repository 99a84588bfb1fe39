/** Every state of the alerts, in the panel, the bell and the history of the whole console. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { mutedAlerts } from '#src/shared/storage/mutedAlerts.ts';
import { alertsMachine } from '#src/machines/alerts/machine.ts';
import { testEveryState, deferredCall, shortestPathsOf, whole } from '../../support/model.ts';
import { adasWorld } from '../../support/people.ts';

// Mocked before the import: the alerts read the suppressed ids as soon as the module is loaded.
const recall = deferredCall();
vi.spyOn(mutedAlerts, 'all').mockImplementation(async () => {
  await recall.answer();
  return [];
});
const { openConsole } = await import('../../support/console.tsx');
const { actors } = await import('../../support/testRoot.ts');

const content = 'Read me.';
const recalled = { type: 'xstate.done.actor.0.alerts.loading', output: [] };
const later = [
  { type: 'xstate.done.actor.0.alerts.reloading', output: [] },
  { type: 'user.signedIn' },
  {
    type: 'alert.raised',
    alert: { id: 'a', type: 'info', source: 'API', content, timestamp: 0, times: 1 },
  },
  { type: 'alert.dismissed', id: 'a' },
  { type: 'history.read' },
  { type: 'history.cleared' },
];
const ways = shortestPathsOf(alertsMachine, {
  // No alert is raised before the page is loaded, only read ones are cleared in the history, and a person arrives
  // before any alert is raised.
  events: ({ value, context: { unread, history } }) => {
    if (value === 'loading') return [recalled];
    const something = (history as unknown[]).length > 0;
    const without = [unread > 0 && 'history.cleared', something && 'user.signedIn'];
    return later.filter(({ type }) => !without.includes(type));
  },
  also: ({ context: { shown, unread, history } }) =>
    [
      (shown as unknown[]).length > 0 && 'shown',
      unread > 0 && 'unread',
      (history as unknown[]).length > 0 && 'kept',
    ]
      .filter(Boolean)
      .join(', '),
});

test.each(whole(ways))('$name', async ({ moves }) => {
  const { heading, user, router } = openConsole('/datasets', adasWorld);
  const panel = async () => within(await screen.findByRole('region', { name: 'Alerts' }));
  const bell = () => screen.findByRole('button', { name: /^Alerts/, hidden: true });
  const dialog = () => within(screen.getByRole('dialog', { name: 'Alerts' }));
  const happens: Record<string, () => Promise<unknown>> = {
    'xstate.init': async () => {
      await heading('Datasets');
      await bell();
    },
    [recalled.type]: () => recall.reply({}),
    'xstate.done.actor.0.alerts.reloading': () => recall.reply({}),
    // Coming back from a page without the layout mounts the bell again.
    'user.signedIn': async () => {
      await router.navigate('/terms-of-service');
      await heading('Terms of Service');
      await router.navigate('/datasets');
      await bell();
    },
    'alert.raised': async () => actors().raiseAlert({ id: 'a', type: 'info', source: 'API', content }),
    'alert.dismissed': async () => user.click((await panel()).getByRole('button', { name: /^Dismiss/ })),
    'history.read': async () => user.click(await bell()),
    'history.cleared': () => user.click(dialog().getByRole('button', { name: 'Clear all' })),
  };
  for (const { event, state } of moves) {
    await happens[event.type]!();
    // The bell's mounting sends 'user.signedIn', so the state is compared from the second move on.
    if (event.type !== 'xstate.init')
      await waitFor(() => expect(state.split(',')[0]).toBe(actors().alerts.getSnapshot().value));
    const [unread, shown, kept] = ['unread', 'shown', 'kept'].map((word) => state.includes(word));
    await waitFor(async () =>
      expect((await bell()).getAttribute('aria-label')).toBe(unread ? 'Alerts, 1 new' : 'Alerts'),
    );
    expect((await panel()).queryAllByText(content)).toHaveLength(shown ? 1 : 0);
    if (screen.queryByRole('dialog')) expect(dialog().queryAllByRole('listitem')).toHaveLength(kept ? 1 : 0);
  }
});

testEveryState(alertsMachine);
