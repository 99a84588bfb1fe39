/** Gives the records view its hands: the decrypt worker, and an eye on whether anybody looks, and may. */
import { fromCallback, fromPromise } from 'xstate';
import type { OpenRecord, SealedRecord } from '@cloakroom/contract/records.ts';
import { whenUnseen } from '#src/lib/unseen.ts';
import { decryptRecords } from '#src/workers/decrypt.ts';
import { session } from '../session/effects.ts';
import { recordsViewMachine } from './machine.ts';
import type { RecordsViewEvent } from './types.ts';

/** A quarter of an hour, in milliseconds. */
const unseenFor = 15 * 60 * 1000;

const watch = fromCallback<RecordsViewEvent>(({ sendBack }) => {
  const looked = whenUnseen(unseenFor, () => sendBack({ type: 'view.unseen' }));
  const ended = session.subscribe((now) => {
    if (now.hasTag('locked') || now.hasTag('over')) sendBack({ type: 'session.ended' });
  });
  return () => {
    ended.unsubscribe();
    looked();
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
