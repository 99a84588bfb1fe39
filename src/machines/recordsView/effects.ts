/** Effects of the records view: the decrypt worker, and the events that drop decrypted values. */
import { fromCallback, fromPromise } from 'xstate';
import type { DecryptedRecord, SealedRecord } from '@cloakroom/contract/records.ts';
import { onInactive } from './inactivity.ts';
import { decryptRecords } from '#src/workers/decrypt/decrypt.ts';
import type { SessionActor } from '../session/effects.ts';
import { recordsViewMachine } from './machine.ts';
import type { RecordsViewEvent } from './types.ts';

/** How long decrypted values stay without user activity. */
const unseenTimeoutMs = 15 * 60 * 1000;

/** Creates the records view machine with its effects. @param session - its end drops decrypted values. */
export const createRecordsViewMachine = (session: SessionActor) =>
  recordsViewMachine.provide({
    actors: {
      open: fromPromise<DecryptedRecord[], { records: SealedRecord[] }>(({ input, signal }) =>
        decryptRecords(input.records, signal),
      ),
      watch: fromCallback<RecordsViewEvent>(({ sendBack }) => {
        const stopWatching = onInactive(unseenTimeoutMs, () => sendBack({ type: 'view.unseen' }));
        const ended = session.subscribe((now) => {
          if (now.hasTag('locked') || now.hasTag('over')) sendBack({ type: 'session.ended' });
        });
        return () => {
          ended.unsubscribe();
          stopWatching();
        };
      }),
    },
  });
