/** Every state of an update, in the notices, in the footer and over the page. */
import { QueryClient } from '@tanstack/react-query';
import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { minClientHeader } from '@cloakroom/contract/version.ts';
import { isFirstTime } from '#src/shared/storage/session.ts';
import { daySeconds, snoozeAlert } from '#src/shared/storage/cookies.ts';
import { refuseOutdated } from '#src/shared/http/call.ts';
import type { BusyTab } from '#src/machines/update/types.ts';
import { updateMachine } from '#src/machines/update/machine.ts';
import { Notices } from '#src/app/Notices.tsx';
import { Providers } from '#src/app/providers.tsx';
import { OutdatedDialog } from '#src/features/update/OutdatedDialog.tsx';
import { VersionLine } from '#src/features/update/VersionLine.tsx';
import { makeRoot } from '../../support/testRoot.ts';
import { testEveryState, deferredCall, shortestPathsOf, whole } from '../../support/model.ts';

type Happening = { type: string; output?: BusyTab[] | boolean };

const other: BusyTab = { title: 'Places', work: 'upload' };
const here: BusyTab = { title: 'People', work: 'form' };
const asked = 'xstate.done.actor.0.update.askingTabs';
const sought = 'xstate.done.actor.0.update.searching';
const searchFailed = 'xstate.error.actor.0.update.searching';
const again = 'xstate.error.actor.0.update.reloading';
const rested = 'xstate.after.snoozedMs.update.waiting.snoozed';
const overlooked = 'xstate.after.activationTimeoutMs.update.activating';
const pageEvents = [
  'worker.waiting',
  'worker.changed',
  'update.pressed',
  'update.postponed',
  'otherTab.postponed',
  'file.missing',
  'client.outdated',
  searchFailed,
  again,
  rested,
  overlooked,
].map((type) => ({ type }));
const found = [true, false].map((output) => ({ type: sought, output }));

/** The states of the page and of the other tabs. */
const worlds = [
  { what: 'nothing to lose', answers: [[], [other]] },
  { what: 'something typed', busy: true, answers: [[here]] },
  // In this world timers cause what events cause in the others.
  { what: 'an offer put off, and a worker that says nothing', snoozed: true, answers: [[], [other]] },
  { what: 'a reload behind it that changed nothing', before: true, answers: [[]] },
].map(({ what, busy = false, snoozed = false, before = false, answers }) => {
  const guards = { isBusy: () => busy, isSnoozed: () => snoozed };
  const events: Happening[] = [
    ...pageEvents,
    ...found,
    ...answers.map((output) => ({ type: asked, output })),
  ];
  const ways = shortestPathsOf(updateMachine.provide({ guards }), {
    // Buttons that are absent or covered by the dialog aren't pressed, and a failed reload fails at once.
    events: ({ value, context: { updateRequired } }) => {
      if (before && value === 'reloading') return [{ type: again }];
      const without = [
        ((!updateRequired && value === 'none') || value === 'failed') && 'update.pressed',
        updateRequired && 'update.postponed',
        snoozed ? 'worker.changed' : rested,
        !before && again,
      ];
      return events.filter(({ type }) => !without.includes(type));
    },
    also: ({ context: { updateRequired, unreachable, withoutWorker } }) =>
      [updateRequired && 'updateRequired', unreachable && 'unreachable', withoutWorker && 'withoutWorker']
        .filter(Boolean)
        .join(', '),
  });
  return {
    what,
    busy,
    snoozed,
    before,
    ways: ways.filter(({ name }) => !before || name.startsWith('failed')),
  };
});

const pages: { close: () => void }[] = [];
const reload = vi.fn();
/** jsdom doesn't navigate, and reports each attempt as an error. */
type Console = {
  removeAllListeners: () => void;
  on: (event: string, heard: (trouble: Error) => void) => void;
};
const { virtualConsole } = (globalThis as unknown as { jsdom: { virtualConsole: Console } }).jsdom;
virtualConsole.removeAllListeners();
virtualConsole.on('jsdomError', ({ message }) => {
  if (!message.endsWith('navigation to another Document')) throw new Error(message);
  reload();
});
const registration = { waiting: {}, update: vi.fn(), unregister: vi.fn() };
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const Channel = BroadcastChannel;
  vi.stubGlobal(
    'BroadcastChannel',
    class extends Channel {
      constructor(name: string) {
        super(name);
        pages.push(this);
      }
    },
  );
  vi.stubGlobal('fetch', async () => Response.json({ status: 'ok', api_version: 1, behind_proxy: true }));
  Object.assign(navigator, { serviceWorker: { getRegistration: async () => registration } });
});
afterEach(() => {
  for (const page of pages.splice(0)) page.close();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  document.cookie = 'later-update=; Path=/; Max-Age=0';
  vi.clearAllMocks();
});

/** Renders the parts of the page that show an update, with a new root. */
async function openPage(typed: boolean) {
  const root = makeRoot();
  const { update } = root.present;
  document.title = here.title;
  render(
    <Providers root={root} client={new QueryClient()}>
      <Notices />
      <form>
        <input aria-label="Name" />
      </form>
      <VersionLine />
      <OutdatedDialog />
    </Providers>,
  );
  const user = userEvent.setup({ advanceTimers: (ms) => void vi.advanceTimersByTime(ms) });
  if (typed) await user.type(screen.getByLabelText('Name'), 'A');
  return { update };
}

describe.each(worlds)('a page with $what', ({ busy, snoozed, before, ways }) => {
  test.each(whole(ways))('$name', async ({ moves }) => {
    if (snoozed) snoozeAlert('update', daySeconds);
    if (before) for (const reason of ['updated ', 'withoutWorker ']) isFirstTime(reason);
    const search = deferredCall();
    registration.update.mockImplementation(search.answer);
    const { update } = await openPage(busy);
    const tab = new BroadcastChannel('update');
    const questions: { id: string }[] = [];
    tab.addEventListener('message', ({ data }: MessageEvent<{ type: string; id: string }>) => {
      if (data.type === 'question') questions.push(data);
    });
    const dialog = () => screen.queryByRole('dialog', { name: /has to be updated$/ });
    const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    const press = (name: string) =>
      within(dialog() ?? document.body)
        .getByRole('button', { name })
        .click();
    const happens: Record<string, (happening: Happening) => unknown> = {
      'xstate.init': () => undefined,
      'worker.waiting': () => update.send({ type: 'worker.waiting' }),
      'worker.changed': () => update.send({ type: 'worker.changed' }),
      'file.missing': () => update.send({ type: 'file.missing' }),
      'client.outdated': () =>
        expect(() => refuseOutdated(new Headers({ [minClientHeader]: '99' }))).toThrow('too old'),
      'update.pressed': () =>
        press(
          !dialog() && update.getSnapshot().matches({ waiting: 'snoozed' })
            ? 'Update to the new version'
            : 'Update',
        ),
      'update.postponed': () => press('Later'),
      'otherTab.postponed': async () => {
        tab.postMessage({ type: 'postponed' });
        while (update.getSnapshot().matches({ waiting: 'offered' })) await turn();
      },
      [asked]: async ({ output }) => {
        while (questions.length === 0) await turn();
        const [{ id } = { id: '' }] = questions.splice(0);
        if (Array.isArray(output) && output[0] === other) {
          tab.postMessage({ type: 'answer', id, busy: other });
          for (let at = 0; at < 5; at += 1) await turn();
        }
        await pass(500);
      },
      [sought]: async ({ output }) => {
        Object.assign(registration, { waiting: output ? {} : null });
        await search.reply({});
        await turn();
      },
      [searchFailed]: async () => {
        await search.fail();
        await turn();
      },
      [again]: turn,
      [rested]: () => pass(daySeconds * 1000),
      [overlooked]: () => pass(5000),
    };
    const shown = (words: RegExp) => expect(screen.queryAllByText(words).length).toBeGreaterThan(0);
    const coming = () => screen.getByText('Updating.');
    const shows: Record<string, () => unknown> = {
      none: () => expect(screen.queryByText(/new version/)).toBeNull(),
      'waiting.offered': () => shown(/is ready$/),
      'waiting.snoozed': () => screen.getByRole('button', { name: 'Update to the new version' }),
      askingTabs: coming,
      activating: coming,
      searching: coming,
      blocked: () => shown(busy ? /“People” has changes/ : /“Places” is uploading a file/),
      superseded: () => shown(/^Other tabs have a new version$/),
      reloading: () => before || coming(),
      failed: () => shown(/^The update failed$/),
    };
    for (const { event, state } of moves) {
      await act(async () => {
        await happens[event.type]!(event);
        await turn();
      });
      const [name = '', ...also] = state.split(', ');
      shows[name]!();
      expect(dialog() !== null).toBe(also.includes('updateRequired'));
      expect(screen.queryByText(/^The service can’t be reached/) !== null).toBe(
        name === 'none' && also.includes('updateRequired') && also.includes('unreachable'),
      );
      expect(reload).toHaveBeenCalledTimes(name === 'reloading' && !before ? 1 : 0);
    }
    tab.close();
  });
});

testEveryState(updateMachine);
