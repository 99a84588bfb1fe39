/** Effects of the update: the service worker, the other tabs, the reload. */
import { fromCallback, fromPromise, type ActorRefFrom } from 'xstate';
import { isFirstTime } from '#src/shared/storage/session.ts';
import { build } from '#src/shared/build.ts';
import { openChannel } from '#src/shared/tabs/channel.ts';
import type { BeforeUnloadGuard } from '#src/shared/tabs/beforeUnloadGuard.ts';
import { daySeconds, snoozeAlert, snoozedMs } from '#src/shared/storage/cookies.ts';
import { hasUnsavedInput } from '#src/shared/tabs/unsaved.ts';
import type { BusyTab, UpdateEvent } from './types.ts';
import { updateMachine } from './machine.ts';

/** The messages of tabs about an update. */
type TabMessage =
  { type: 'question'; id: string } | { type: 'answer'; id: string; busy: BusyTab } | { type: 'postponed' };

const answerTimeoutMs = 500;

/** Without a network, the console works without a service worker. */
const ignoreFailure = () => undefined;

const reload = fromPromise<never, { withoutWorker: boolean }>(async ({ input: { withoutWorker } }) => {
  if (!isFirstTime(`${withoutWorker ? 'withoutWorker' : 'updated'} ${build.id}`))
    throw new Error('This build was already reloaded.');
  if (withoutWorker) await (await import('#src/workers/serviceWorker.ts')).unregisterShell();
  location.reload();
  return new Promise<never>(() => undefined);
});

/** Creates the update machine of one page with its effects. @param guard - set while leaving the page would lose data. */
export function createUpdateMachine(guard: BeforeUnloadGuard) {
  const channel = openChannel('update');
  const post = (message: TabMessage) => channel.postMessage(message);

  /** This tab, if a reload would lose data. */
  function busyTab(): BusyTab | null {
    const work = guard.work() ?? (hasUnsavedInput() ? 'form' : null);
    return work && { title: document.title, work };
  }

  const findBusyTabs = fromPromise(async () => {
    const self = busyTab();
    const busy = self ? [self] : [];
    const id = crypto.randomUUID();
    const onMessage = ({ data }: MessageEvent<TabMessage>) => {
      if (data.type === 'answer' && data.id === id) busy.push(data.busy);
    };
    channel.addEventListener('message', onMessage);
    post({ type: 'question', id });
    await new Promise((resolve) => setTimeout(resolve, answerTimeoutMs));
    channel.removeEventListener('message', onMessage);
    return busy;
  });

  const watch = fromCallback<UpdateEvent>(({ sendBack }) => {
    const onMessage = ({ data }: MessageEvent<TabMessage>) => {
      const busy = data.type === 'question' && busyTab();
      if (busy) post({ type: 'answer', id: data.id, busy });
      if (data.type === 'postponed') sendBack({ type: 'otherTab.postponed' });
    };
    channel.addEventListener('message', onMessage);
    if (import.meta.env.PROD)
      void import('#src/workers/serviceWorker.ts').then(
        ({ watchShell }) => watchShell(sendBack),
        ignoreFailure,
      );
    return () => channel.removeEventListener('message', onMessage);
  });

  return updateMachine.provide({
    actors: {
      findBusyTabs,
      findNewerBuild: fromPromise(async () =>
        (await import('#src/workers/serviceWorker.ts')).findNewerShell(),
      ),
      reload,
      watch,
    },
    delays: { snoozedMs: () => snoozedMs('update') },
    guards: { isSnoozed: () => snoozedMs('update') > 0, isBusy: () => busyTab() !== null },
    actions: {
      activateWorker: () =>
        void import('#src/workers/serviceWorker.ts').then(
          ({ activateShell }) => activateShell(),
          ignoreFailure,
        ),
      snooze: () => snoozeAlert('update', daySeconds),
      postPostponed: () => post({ type: 'postponed' }),
    },
  });
}

export type UpdateActor = ActorRefFrom<typeof updateMachine>;
