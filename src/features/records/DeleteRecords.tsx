/** Asks for confirmation before records are deleted. Persons who can read them may undo it for ten seconds. */
import type { SealedRecord } from '@cloakroom/contract/records.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { addRecords, readValues } from '#src/machines/recordEdit/effects.ts';
import type { PlainValues } from '#src/machines/recordEdit/types.ts';
import { useDeleteRecords } from './queries.ts';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';
import type { UndoState } from './useUndo.ts';

type DeleteRecordsProps = {
  schema: Schema;
  records: SealedRecord[];
  /** Whether the viewer may decrypt the records, so that they can be stored again. */
  readable: boolean;
  undo: UndoState;
  onDeleted?: () => void;
  onClose: () => void;
};

export function DeleteRecords({ schema, records, readable, undo, onDeleted, onClose }: DeleteRecordsProps) {
  const remove = useDeleteRecords(schema.id);
  const count = records.length === 1 ? '1 record' : `${records.length} records`;
  const confirm = async () => {
    const values = readable ? await valuesToRestore(records) : null;
    await remove.mutateAsync(records.map(({ id }) => id));
    onDeleted?.();
    const idempotencyKey = crypto.randomUUID();
    undo.offer({
      done: `Deleted ${count} of ${schema.name}.`,
      ...(values && { undo: () => addRecords(schema.id, values, idempotencyKey) }),
      undone: `Stored ${count} of ${schema.name} again, with new ids.`,
    });
  };
  return (
    <ConfirmDialog
      danger
      title={`Delete ${count}?`}
      confirm={`Delete ${count}`}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        {records.length === 1 ? 'It is' : 'They are'} deleted for everyone who works with {schema.name}, at
        once,{' '}
        {readable
          ? 'and you can undo it for ten seconds: the values are stored again, under new ids.'
          : 'and can’t be brought back.'}
      </p>
    </ConfirmDialog>
  );
}

/** Null if they can't be read, for example because a value is damaged: then the deletion can't be undone. */
const valuesToRestore = (records: SealedRecord[]): Promise<PlainValues[] | null> =>
  readValues(records, new AbortController().signal).catch(() => null);
