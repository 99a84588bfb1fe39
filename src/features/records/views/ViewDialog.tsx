/** Names a new view, renames one, or asks for confirmation before one is deleted. */
import { z } from 'zod';
import { SavedView, type OpenedView } from '@cloakroom/contract/savedViews.ts';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';
import { FormDialog } from '#src/ui/form/FormDialog.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';
import type { ViewsState } from './useViews.ts';

const Named = z.object({ name: SavedView.shape.name });

export type ViewTask = { kind: 'save' } | { kind: 'rename' | 'delete'; view: OpenedView };

type ViewDialogProps = {
  task: ViewTask;
  views: ViewsState;
  unavailable: string | undefined;
  onClose: () => void;
};

export function ViewDialog({ task, views, unavailable, onClose }: ViewDialogProps) {
  if (task.kind === 'delete')
    return (
      <ConfirmDialog
        danger
        title={`Delete the view “${task.view.view!.name}”?`}
        confirm="Delete view"
        unavailable={unavailable}
        onConfirm={() => views.remove(task.view)}
        onClose={onClose}
      >
        <p>
          It is deleted for all who may search this schema, and can’t be brought back. Records are not
          changed. The person who created it and admins may delete it.
        </p>
      </ConfirmDialog>
    );
  const isNew = task.kind === 'save';
  const save = async ({ name }: z.output<typeof Named>) => {
    await (isNew ? views.add(name) : views.rename(task.view, name));
    onClose();
  };
  return (
    <FormDialog
      title={isNew ? 'Save view' : 'Rename view'}
      onClose={onClose}
      label="View"
      schema={Named}
      {...(!isNew && { values: { name: task.view.view!.name } })}
      submit={isNew ? 'Save view' : 'Rename'}
      unavailable={unavailable}
      onSubmit={save}
    >
      <TextField
        label="Name"
        name="name"
        hint="Sealed with the schema’s key. All who may search this schema can see and change the view."
        autoComplete="off"
      />
    </FormDialog>
  );
}
