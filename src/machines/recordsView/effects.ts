/** Effects of the records view: the decrypt worker, and the events that seal the records again. */
import { fromCallback, fromPromise } from 'xstate';
import type { DecryptedRecord, SealedRecord } from '@cloakroom/contract/records.ts';
import { onInactive } from './inactivity.ts';
import { decryptRecords } from '#src/workers/decrypt/decrypt.ts';
import type { SessionActor } from '../session/effects.ts';
import { recordsViewMachine } from './machine.ts';
import type { RecordsViewEvent } from './types.ts';

/** How long opened values stay while the page is out of sight. */
const unseenTimeoutMs = 15 * 60 * 1000;

/** The records view machine, wired. @param session - whose end seals the records again. */
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
