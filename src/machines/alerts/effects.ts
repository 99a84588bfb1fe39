/** The page's one alerts machine, with its hands: ids not to show live in the local database. */
import { createActor, fromPromise } from 'xstate';
import { dontShow } from '#src/db/dontShow.ts';
import { newAlert, type News } from '#src/lib/alert.ts';
import { inspect } from '../inspection/trace.ts';
import { alertsMachine } from './machine.ts';

export const alerts = createActor(
  alertsMachine.provide({
    actors: { recall: fromPromise(() => dontShow.all()) },
  }),
  { inspect },
).start();

/** Tell the person something, wherever they are in the console. @throws {Failure} `invalid` as `newAlert` does. */
export function raiseAlert(news: News): void {
  alerts.send({ type: 'alert.raised', alert: newAlert(news, Date.now()) });
}

/** Hide an alert for good. It stands until that is written down: whoever sees it go can close the page. */
export async function muteAlert(id: string): Promise<void> {
  await dontShow.add(id);
  alerts.send({ type: 'alert.muted', id });
}

/** Take a muting back. */
export async function unmuteAlert(id: string): Promise<void> {
  await dontShow.remove([id]);
  alerts.send({ type: 'alert.unmuted', id });
}

/** Take every muting back. */
export async function unmuteAlerts(): Promise<void> {
  await dontShow.remove(alerts.getSnapshot().context.muted);
  alerts.send({ type: 'alerts.unmuted' });
}
