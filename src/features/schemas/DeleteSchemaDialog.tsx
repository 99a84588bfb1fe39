/** Confirms the deletion of a schema: the user has to type its name. */
import { useState } from 'react';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { formatQuantity } from '#src/shared/format/counts.ts';
import { useActors } from '#src/features/root/index.ts';
import { useRecordCount } from '#src/features/records/index.ts';
import { useDeleteSchema } from './queries.ts';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';
import { TypedName } from '#src/ui/form/TypedName.tsx';

/** The number of records in words; unspecific until it is loaded. */
const recordsText = (count: number | undefined): string =>
  count === undefined ? 'its records' : count === 0 ? 'no records' : formatQuantity(count, 'record');

type DeleteSchemaDialogProps = { schema: Schema; onDeleted: () => void; onClose: () => void };

export function DeleteSchemaDialog({ schema, onDeleted, onClose }: DeleteSchemaDialogProps) {
  const { raiseAlert } = useActors();
  const [typed, setTyped] = useState('');
  const { data: count } = useRecordCount(schema.id);
  const deleteSchema = useDeleteSchema();
  const { name } = schema;
  const confirm = async () => {
    await deleteSchema.mutateAsync(schema.id);
    raiseAlert({
      type: 'success',
      source: 'API',
      content: `Deleted ${name} and ${recordsText(count)}.`,
      duration: 5,
    });
    onDeleted();
  };
  return (
    <ConfirmDialog
      danger
      title={`Delete ${name}?`}
      confirm="Delete Schema"
      unavailable={typed === name ? undefined : 'Type the schema’s name first.'}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        This deletes the schema with {recordsText(count)} and its teams for everyone, immediately. It cannot
        be undone.
      </p>
      <TypedName name={name} value={typed} onChange={setTyped} />
    </ConfirmDialog>
  );
}
