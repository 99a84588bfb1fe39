/** Decrypts the records of the page; the values are dropped with the page. */
import { useActorRef, useSelector } from '@xstate/react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { SealedRecord } from '@cloakroom/contract/records.ts';
import { useActors } from '#src/features/root/index.ts';
import type { FieldNames, Opened } from '#src/machines/recordsView/types.ts';
import { createRecordsViewMachine } from '#src/machines/recordsView/effects.ts';
import { recordQueries, useCanDecrypt } from './queries.ts';
import { reportDecryptFailure } from './reportDecryptFailure.ts';

export type RecordsViewState = {
  decrypted: boolean;
  /** The proxy is decrypting records. */
  opening: boolean;
  opened: Opened;
  damaged: FieldNames;
  empty: FieldNames;
  permitted: boolean;
  toggle: (decrypt: boolean) => void;
};

export function useRecordsView(
  schema: string,
  records: SealedRecord[],
  behindProxy: boolean,
): RecordsViewState {
  const client = useQueryClient();
  const permitted = useCanDecrypt(schema, records[0], behindProxy) ?? false;
  const { raiseAlert, session, trace } = useActors();
  const [machine] = useState(() => createRecordsViewMachine(session));
  const actor = useActorRef(machine, { inspect: trace.inspect });
  useEffect(() => {
    const subscription = actor.on('decryption.failed', ({ failure }) => {
      reportDecryptFailure(raiseAlert, failure);
      void client.invalidateQueries({ queryKey: recordQueries.canDecryptKey(schema) });
    });
    return () => subscription.unsubscribe();
  }, [actor, client, raiseAlert, schema]);
  useEffect(() => actor.send({ type: 'page.shown', records }), [actor, records]);
  useEffect(() => actor.send({ type: 'permission.known', permitted }), [actor, permitted]);

  const state = useSelector(actor, (snapshot) => snapshot);
  return {
    decrypted: state.matches('decrypted'),
    opening: state.matches({ decrypted: 'decrypting' }),
    opened: state.context.opened,
    damaged: state.context.damaged,
    empty: state.context.empty,
    permitted,
    toggle: (decrypt) => actor.send({ type: decrypt ? 'decrypt.pressed' : 'encrypt.pressed' }),
  };
}
