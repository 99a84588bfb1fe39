/** Offers to undo the last change for ten seconds: by a button, or by Ctrl+Z. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { useActors } from '#src/features/root/index.ts';
import { Failure } from '#src/shared/failure.ts';
import { invalidateRecords } from './queries.ts';

const undoSeconds = 10;

export type Change = {
  /** "Record added." */
  done: string;
  /** Absent if the change can't be undone. */
  undo?: () => Promise<unknown>;
  /** "The record was deleted again." */
  undone: string;
};

export type UndoState = {
  /** Shows that a change was made, and offers to undo it. */
  offer: (change: Change) => void;
  /** Undoes the last change, if it is still offered. */
  undoLast: () => void;
};

/** @param schema - whose records are fetched again after an undo. */
export function useUndo(schema: string): UndoState {
  const { alerts, raiseAlert } = useActors();
  const client = useQueryClient();
  /** The alert that offers the last undo. */
  const last = useRef<{ id: string; run: () => void }>(null);
  useEffect(() => () => void (last.current = null), []);

  const offer = useCallback(
    ({ done, undo, undone }: Change) => {
      const id = crypto.randomUUID();
      const show = { source: 'API', duration: undoSeconds } as const;
      const run = async () => {
        last.current = null;
        alerts.send({ type: 'alert.dismissed', id });
        try {
          await undo?.();
          raiseAlert({ ...show, type: 'success', content: undone });
        } catch (thrown) {
          const { message } = Failure.from(thrown);
          raiseAlert({ type: 'error', source: 'API', content: `It could not be undone. ${message}` });
        }
        await invalidateRecords(client, schema);
      };
      const action = { label: 'Undo', run: () => void run() };
      last.current = undo ? { id, run: action.run } : null;
      raiseAlert({ ...show, id, type: 'success', content: done, ...(undo && { action }) });
    },
    [alerts, client, raiseAlert, schema],
  );
  const undoLast = useCallback(() => {
    const { shown } = alerts.getSnapshot().context;
    if (last.current && shown.some(({ id }) => id === last.current?.id)) last.current.run();
  }, [alerts]);
  return { offer, undoLast };
}
