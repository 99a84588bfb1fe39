/** Asks for confirmation before an upload is deleted with its records. */
import type { Schema } from '@cloakroom/contract/schemas.ts';
import type { Upload } from '@cloakroom/contract/uploads.ts';
import { formatQuantity } from '#src/shared/format/counts.ts';
import { formatExactDateTime } from '#src/shared/format/moments.ts';
import { useDeleteUpload } from './queries.ts';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';
import { Stack } from '#src/ui/layout.ts';

type DeleteUploadDialogProps = {
  schema: Schema;
  upload: Upload;
  onDeleted: () => void;
  onClose: () => void;
};

export function DeleteUploadDialog({ schema, upload, onDeleted, onClose }: DeleteUploadDialogProps) {
  const remove = useDeleteUpload(schema.id);
  const recordCount = formatQuantity(upload.records, 'record');
  const confirm = async () => {
    await remove.mutateAsync(upload);
    onDeleted();
  };
  return (
    <ConfirmDialog
      danger
      title="Take this upload back?"
      confirm={`Delete ${recordCount}`}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Stack $gap="sm">
        <p>
          The upload of {formatExactDateTime(upload.created)}
          {upload.owner_email && ` by ${upload.owner_email}`} holds {recordCount}.
        </p>
        <p>
          {upload.records === 1 ? 'It is' : 'All of them are'} deleted for everyone who works with{' '}
          {schema.name}, at once. This can’t be undone. Other uploads stay as they are, also those of the same
          file.
        </p>
      </Stack>
    </ConfirmDialog>
  );
}
