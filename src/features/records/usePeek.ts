/** Decrypts one cell of the page; the value is dropped when the peek ends. */
import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useMemo, useState } from 'react';
import type { SealedRecord } from '@cloakroom/contract/records.ts';
import { useActors } from '#src/features/root/index.ts';
import type { Cell, Value } from '#src/machines/peek/types.ts';
import { createPeekMachine } from '#src/machines/peek/effects.ts';
import { reportDecryptFailure } from './reportDecryptFailure.ts';

export type PeekState = {
  cell: Cell | null;
  /** Its value is being decrypted. */
  opening: boolean;
  /** Null until it is decrypted, and if the record has no value. */
  value: Value | null;
  /** The fields that the user may decrypt. */
  readable: ReadonlySet<string>;
  /** Starts a peek at a cell, or ends it. */
  toggle: (record: SealedRecord, name: string) => void;
};

export function usePeek(records: SealedRecord[], readable: ReadonlySet<string>): PeekState {
  const { raiseAlert, session, trace } = useActors();
  const [machine] = useState(() => createPeekMachine(session));
  const actor = useActorRef(machine, { inspect: trace.inspect });
  useEffect(() => {
    const subscription = actor.on('decryption.failed', ({ failure }) =>
      reportDecryptFailure(raiseAlert, failure),
    );
    return () => subscription.unsubscribe();
  }, [actor, raiseAlert]);
  useEffect(() => actor.send({ type: 'page.shown' }), [actor, records]);
  const { cell, value } = useSelector(actor, ({ context }) => context);
  const opening = useSelector(actor, (snapshot) => snapshot.matches({ peeking: 'decrypting' }));
  return useMemo(
    () => ({
      cell,
      opening,
      value,
      readable,
      toggle: (record, name) =>
        actor.send(
          cell?.record.id === record.id && cell.name === name
            ? { type: 'hide.pressed' }
            : { type: 'peek.pressed', cell: { record, name } },
        ),
    }),
    [actor, cell, opening, value, readable],
  );
}
