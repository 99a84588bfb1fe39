/** Gives the records view its hands: the decrypt worker, and an eye on whether anybody looks, and may. */
import { fromCallback, fromPromise } from 'xstate';
import type { OpenRecord, SealedRecord } from '#contract/records.ts';
import { decryptRecords } from '#src/workers/decrypt.ts';
import { session } from '../session/wiring.ts';
import { recordsViewMachine } from './machine.ts';
import type { RecordsViewEvent } from './view.ts';

/** A quarter of an hour, in milliseconds. */
const unseenFor = 15 * 60 * 1000;

const watch = fromCallback<RecordsViewEvent>(({ sendBack }) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(() => sendBack({ type: 'view.unseen' }), unseenFor);
  };
  document.addEventListener('visibilitychange', look);
  look();
  const ended = session.subscribe((now) => {
    if (now.hasTag('locked') || now.hasTag('over')) sendBack({ type: 'session.ended' });
  });
  return () => {
    ended.unsubscribe();
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
  };
});

export const wiredRecordsView = recordsViewMachine.provide({
  actors: {
    open: fromPromise<OpenRecord[], { records: SealedRecord[] }>(({ input, signal }) =>
      decryptRecords(input.records, signal),
    ),
    watch,
  },
});
