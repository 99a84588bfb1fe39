/** The update to a new build, for each way of finding it and each state of the tabs. */
import { afterEach, expect, test, vi } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import type { BusyTab } from '#src/machines/update/types.ts';
import { updateMachine } from '#src/machines/update/machine.ts';

afterEach(() => vi.useRealTimers());

const never = new Promise<never>(() => undefined);
const uploading: BusyTab = { title: 'Zip codes – Places', work: 'upload' };

type World = {
  busy?: BusyTab[];
  busyHere?: boolean;
  /** Milliseconds until the offer may be shown. */
  snoozedMs?: number;
  /** Whether a search finds a newer build; null if the server doesn't answer. */
  newer?: boolean | null;
  /** Whether the page was reloaded for the same reason before. */
  before?: boolean;
};

/** The machine in such a world, with its mocked actions. */
function updateIn({ busy = [], busyHere = false, snoozedMs = 0, newer = false, before = false }: World = {}) {
  const world = { busy, snoozedMs };
  const activateWorker = vi.fn();
  const snooze = vi.fn(() => {
    world.snoozedMs = 24 * 3600 * 1000;
  });
  const postPostponed = vi.fn();
  const reload = vi.fn<(withoutWorker: boolean) => void>();
  const update = createActor(
    updateMachine.provide({
      actors: {
        findBusyTabs: fromPromise(async () => world.busy),
        findNewerBuild: fromPromise(async () => {
          if (newer === null) throw new TypeError('Failed to update');
          return newer;
        }),
        reload: fromPromise<never, { withoutWorker: boolean }>(async ({ input }) => {
          if (before) throw new Error('before');
          reload(input.withoutWorker);
          return never;
        }),
      },
      delays: { snoozedMs: () => world.snoozedMs },
      guards: { isSnoozed: () => world.snoozedMs > 0, isBusy: () => busyHere },
      actions: { activateWorker, snooze, postPostponed },
    }),
  ).start();
  const becomes = (state: Parameters<ReturnType<typeof update.getSnapshot>['matches']>[0]) =>
    waitFor(update, (now) => now.matches(state));
  return { update, world, activateWorker, snooze, postPostponed, reload, becomes };
}
const press = { type: 'update.pressed' } as const;

test('pressing while no tab is busy activates the new worker and reloads the page once', async () => {
  const { update, activateWorker, reload, becomes } = updateIn();
  update.send({ type: 'worker.waiting' });
  update.send(press);
  await becomes('activating');
  expect(activateWorker).toHaveBeenCalledOnce();
  update.send({ type: 'worker.changed' });
  update.send({ type: 'worker.changed' });
  await becomes('reloading');
  expect(reload.mock.calls).toEqual([[false]]);
});

test('waits five seconds for a worker that doesn’t report its activation', async () => {
  const { update, reload, becomes } = updateIn();
  update.send({ type: 'worker.waiting' });
  vi.useFakeTimers();
  update.send(press);
  await vi.advanceTimersByTimeAsync(4900);
  expect(update.getSnapshot().value).toBe('activating');
  await vi.advanceTimersByTimeAsync(200);
  vi.useRealTimers();
  await becomes('reloading');
  expect(reload).toHaveBeenCalledOnce();
});

test('while a tab is busy nothing is activated; the tab is named, and asked again at the next press', async () => {
  const { update, world, activateWorker, becomes } = updateIn({ busy: [uploading] });
  update.send({ type: 'worker.waiting' });
  update.send(press);
  expect((await becomes('blocked')).context.busy).toEqual([uploading]);
  expect(activateWorker).not.toHaveBeenCalled();
  world.busy = [];
  update.send(press);
  await becomes('activating');
  expect(activateWorker).toHaveBeenCalledOnce();
});

test('a busy page is reloaded for another tab’s update only after a press', async () => {
  const { update, reload, becomes } = updateIn({ busyHere: true });
  update.send({ type: 'worker.changed' });
  expect(update.getSnapshot().value).toBe('superseded');
  update.send({ type: 'file.missing' });
  expect(update.getSnapshot().value).toBe('superseded');
  expect(reload).not.toHaveBeenCalled();
  update.send(press);
  await becomes('reloading');
});

test('a postponed offer is snoozed for a day in every tab, and can still be accepted', async () => {
  vi.useFakeTimers();
  const { update, world, snooze, postPostponed } = updateIn();
  update.send({ type: 'worker.waiting' });
  update.send({ type: 'update.postponed' });
  expect([snooze, postPostponed].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  expect(update.getSnapshot().value).toEqual({ waiting: 'snoozed' });
  world.snoozedMs = 0;
  await vi.advanceTimersByTimeAsync(24 * 3600 * 1000);
  expect(update.getSnapshot().value).toEqual({ waiting: 'offered' });
  update.send(press);
  expect(update.getSnapshot().value).toBe('askingTabs');
});

test('an offer that another tab postponed is snoozed at once, without a second message', async () => {
  vi.useFakeTimers();
  const { update, snooze, postPostponed } = updateIn();
  update.send({ type: 'worker.waiting' });
  update.send({ type: 'otherTab.postponed' });
  expect([snooze, postPostponed].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(update.getSnapshot().value).toEqual({ waiting: 'snoozed' });
});

test('a missing file activates a newer build, if there is one', async () => {
  const { update, activateWorker, becomes } = updateIn({ newer: true });
  update.send({ type: 'file.missing' });
  await becomes('activating');
  expect(activateWorker).toHaveBeenCalledOnce();
});

test('a page that was reloaded for the same reason before fails instead of reloading again', async () => {
  const { update, reload, becomes } = updateIn({ before: true });
  update.send({ type: 'worker.changed' });
  await becomes('failed');
  update.send({ type: 'worker.changed' });
  update.send({ type: 'file.missing' });
  expect(update.getSnapshot().value).toBe('failed');
  expect(reload).not.toHaveBeenCalled();
});
