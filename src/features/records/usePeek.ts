/** A look into one sealed cell of the page; its value is gone with the look. */
import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useMemo, useState } from 'react';
import type { SealedRecord } from '@cloakroom/contract/records.ts';
import { useActors } from '#src/features/root/index.ts';
import type { Cell, Value } from '#src/machines/peek/types.ts';
import { wiredPeek } from '#src/machines/peek/effects.ts';
import { reportDecryptFailure } from './reportDecryptFailure.ts';

export type PeekShown = {
  cell: Cell | null;
  /** Null while it is being opened. */
  value: Value | null;
  /** Look into a cell, or away from it. */
  toggle: (record: SealedRecord, name: string) => void;
};

export function usePeek(records: SealedRecord[]): PeekShown {
  const { raiseAlert, session, trace } = useActors();
  const [machine] = useState(() => wiredPeek(session));
  const actor = useActorRef(machine, { inspect: trace.inspect });
  useEffect(() => {
    const watch = actor.on('opening.failed', ({ failure }) => reportDecryptFailure(raiseAlert, failure));
    return () => watch.unsubscribe();
  }, [actor, raiseAlert]);
  useEffect(() => actor.send({ type: 'page.shown' }), [actor, records]);
  const { cell, value } = useSelector(actor, ({ context }) => context);
  return useMemo(
    () => ({
      cell,
      value,
      toggle: (record, name) =>
        actor.send(
          cell?.record.id === record.id && cell.name === name
            ? { type: 'hide.pressed' }
            : { type: 'peek.pressed', cell: { record, name } },
        ),
    }),
    [actor, cell, value],
  );
}
