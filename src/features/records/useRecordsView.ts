/** The records on the page, sealed or opened; opened values are gone with the page. */
import { useActorRef, useSelector } from '@xstate/react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { SealedRecord } from '@cloakroom/contract/records.ts';
import { useActors } from '#src/features/root/index.ts';
import type { Damaged, Opened } from '#src/machines/recordsView/types.ts';
import { wiredRecordsView } from '#src/machines/recordsView/effects.ts';
import { recordQueries, useCanDecrypt } from './queries.ts';
import { reportDecryptFailure } from './reportDecryptFailure.ts';

export type RecordsViewShown = {
  decrypted: boolean;
  /** The proxy is opening records. */
  opening: boolean;
  opened: Opened;
  damaged: Damaged;
  permitted: boolean;
  toggle: (decrypt: boolean) => void;
};

export function useRecordsView(
  schema: string,
  records: SealedRecord[],
  behindProxy: boolean,
): RecordsViewShown {
  const client = useQueryClient();
  const permitted = useCanDecrypt(schema, records[0], behindProxy) ?? false;
  const { raiseAlert, session, trace } = useActors();
  const [machine] = useState(() => wiredRecordsView(session));
  const actor = useActorRef(machine, { inspect: trace.inspect });
  useEffect(() => {
    const watch = actor.on('opening.failed', ({ failure }) => {
      reportDecryptFailure(raiseAlert, failure);
      void client.invalidateQueries({ queryKey: recordQueries.mayDecrypt(schema) });
    });
    return () => watch.unsubscribe();
  }, [actor, client, raiseAlert, schema]);
  useEffect(() => actor.send({ type: 'page.shown', records }), [actor, records]);
  useEffect(() => actor.send({ type: 'permission.known', permitted }), [actor, permitted]);

  const state = useSelector(actor, (now) => now);
  return {
    decrypted: state.matches('decrypted'),
    opening: state.matches({ decrypted: 'opening' }),
    opened: state.context.opened,
    damaged: state.context.damaged,
    permitted,
    toggle: (decrypt) => actor.send({ type: decrypt ? 'decrypt.pressed' : 'encrypt.pressed' }),
  };
}
