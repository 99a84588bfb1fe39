/** Asks before an upload is taken back, and says how many records are deleted with it. */
import type { Schema } from '@cloakroom/contract/schemas.ts';
import type { Upload } from '@cloakroom/contract/uploads.ts';
import { counted } from '#src/shared/format/counts.ts';
import { exactMoment } from '#src/shared/format/moments.ts';
import { useDeleteUpload } from './queries.ts';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';
import { Stack } from '#src/ui/layout.ts';

type DeleteUploadDialogProps = {
  schema: Schema;
  upload: Upload;
  onTakenBack: () => void;
  onClose: () => void;
};

export function DeleteUploadDialog({ schema, upload, onTakenBack, onClose }: DeleteUploadDialogProps) {
  const remove = useDeleteUpload(schema.id);
  const what = counted(upload.records, 'record');
  const confirm = async () => {
    await remove.mutateAsync(upload);
    onTakenBack();
  };
  return (
    <ConfirmDialog
      danger
      title="Take this upload back?"
      confirm={`Delete ${what}`}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Stack $gap="sm">
        <p>
          The upload of {exactMoment(upload.created)}
          {upload.owner_email && ` by ${upload.owner_email}`} holds {what}.
        </p>
        <p>
          {upload.records === 1 ? 'It is' : 'All of them are'} deleted for everybody who works with{' '}
          {schema.name}, at once. This can’t be undone. Other uploads stay as they are, also those of the same
          file.
        </p>
      </Stack>
    </ConfirmDialog>
  );
}
