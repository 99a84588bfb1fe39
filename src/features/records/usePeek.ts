/** A look into one sealed cell of the page; its value is gone with the look. */
import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import type { SealedRecord } from '@cloakroom/contract/records.ts';
import { inspect } from '#src/machines/inspection/trace.ts';
import type { Cell, Value } from '#src/machines/peek/types.ts';
import { wiredPeek } from '#src/machines/peek/effects.ts';
import { complain } from './complain.ts';

export type PeekShown = {
  cell: Cell | null;
  /** Null while it is being opened. */
  value: Value | null;
  /** Look into a cell, or away from it. */
  toggle: (record: SealedRecord, name: string) => void;
};

export function usePeek(records: SealedRecord[]): PeekShown {
  const actor = useActorRef(wiredPeek, { inspect });
  useEffect(() => {
    const watch = actor.on('opening.failed', ({ failure }) => complain(failure));
    return () => watch.unsubscribe();
  }, [actor]);
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
