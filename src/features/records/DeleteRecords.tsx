/** Asks for confirmation before records are deleted. */
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { useActors } from '#src/features/root/index.ts';
import { useDeleteRecords } from './queries.ts';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';

type DeleteRecordsProps = { schema: Schema; ids: string[]; onDeleted: () => void; onClose: () => void };

export function DeleteRecords({ schema, ids, onDeleted, onClose }: DeleteRecordsProps) {
  const { raiseAlert } = useActors();
  const remove = useDeleteRecords(schema.id);
  const recordCount = ids.length === 1 ? '1 record' : `${ids.length} records`;
  const confirm = async () => {
    await remove.mutateAsync(ids);
    onDeleted();
    raiseAlert({
      type: 'success',
      source: 'API',
      content: `Deleted ${recordCount} of ${schema.name}.`,
      duration: 5,
    });
  };
  return (
    <ConfirmDialog
      danger
      title={`Delete ${recordCount}?`}
      confirm={`Delete ${recordCount}`}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        {ids.length === 1 ? 'It is' : 'They are'} deleted for everyone who works with {schema.name}, at once,
        and can’t be brought back.
      </p>
    </ConfirmDialog>
  );
}
