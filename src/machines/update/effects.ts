/** The page's one update machine, with its hands: the service worker, the other tabs, the reload. */
import { createActor, fromPromise } from 'xstate';
import { whenOutdated } from '#src/api/minClient.ts';
import { firstTime } from '#src/db/session.ts';
import { build } from '#src/lib/build.ts';
import { openChannel } from '#src/lib/channel.ts';
import { isBeforeUnloadGuarded } from '#src/lib/beforeUnloadGuard.ts';
import { daySeconds, snoozeAlert, snoozedMs } from '#src/lib/snoozeAlert.ts';
import { unsaved } from '#src/lib/unsaved.ts';
import { activateShell, dropShell, newerShell, watchShell } from '#src/workers/shell.ts';
import type { Busy } from './types.ts';
import { inspect } from '../inspection/trace.ts';
import { updateMachine } from './machine.ts';

/** What tabs say to each other about an update. */
type Said =
  { type: 'question'; id: string } | { type: 'answer'; id: string; busy: Busy } | { type: 'postponed' };

/** Milliseconds that other tabs have to speak up. */
const patience = 500;
const channel = openChannel('update');
const say = (said: Said) => channel.postMessage(said);

/** What a reload of this tab would lose. */
function workHere(): Busy | null {
  const work = isBeforeUnloadGuarded() ? 'upload' : unsaved() ? 'form' : null;
  return work && { title: document.title, work };
}

const ask = fromPromise(async () => {
  const here = workHere();
  const busy = here ? [here] : [];
  const id = crypto.randomUUID();
  const hear = ({ data }: MessageEvent<Said>) => {
    if (data.type === 'answer' && data.id === id) busy.push(data.busy);
  };
  channel.addEventListener('message', hear);
  say({ type: 'question', id });
  await new Promise((resolve) => setTimeout(resolve, patience));
  channel.removeEventListener('message', hear);
  return busy;
});

const reload = fromPromise<never, { afresh: boolean }>(async ({ input: { afresh } }) => {
  if (!firstTime(`${afresh ? 'afresh' : 'updated'} ${build.id}`))
    throw new Error('This build has been loaded anew before.');
  if (afresh) await dropShell();
  location.reload();
  return new Promise<never>(() => undefined);
});

export const update = createActor(
  updateMachine.provide({
    actors: { ask, reload, seek: fromPromise(newerShell) },
    delays: { rest: () => snoozedMs('update') },
    guards: { isQuiet: () => snoozedMs('update') > 0, isBusyHere: () => workHere() !== null },
    actions: {
      activate: () => void activateShell(),
      hush: () => snoozeAlert('update', daySeconds),
      tell: () => say({ type: 'postponed' }),
    },
  }),
  { inspect },
).start();

channel.addEventListener('message', ({ data }: MessageEvent<Said>) => {
  const busy = data.type === 'question' && workHere();
  if (busy) say({ type: 'answer', id: data.id, busy });
  if (data.type === 'postponed') update.send({ type: 'elsewhere.postponed' });
});
whenOutdated(() => update.send({ type: 'client.refused' }));

if (import.meta.env.PROD) watchShell((news) => update.send(news));
