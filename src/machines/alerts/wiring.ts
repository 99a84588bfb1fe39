/** The page's one alerts machine, with its hands: ids not to show live in the local database. */
import { createActor, fromPromise } from 'xstate';
import { dontShow } from '#src/db/dontShow.ts';
import { newAlert, type News } from '#src/lib/alert.ts';
import { inspect } from '../inspection/trace.ts';
import { alertsMachine } from './machine.ts';

export const alerts = createActor(
  alertsMachine.provide({
    actors: { recall: fromPromise(() => dontShow.all()) },
    actions: {
      store: (_, { id }) => void dontShow.add(id),
      release: (_, { ids }) => ids.forEach((id) => void dontShow.remove(id)),
    },
  }),
  { inspect },
).start();

/** Tell the person something, wherever they are in the console. @throws {Failure} `invalid` as `newAlert` does. */
export function raiseAlert(news: News): void {
  alerts.send({ type: 'alert.raised', alert: newAlert(news, Date.now()) });
}
