/** Renames or describes a dataset. */
import { z } from 'zod';
import { patchDataset, type Dataset } from '@cloakroom/contract/datasets.ts';
import { useOfflineReason } from '#src/features/connection/index.ts';
import { useIdempotencyKey } from '#src/shared/queries/idempotency.ts';
import { useFormDraft } from '#src/shared/storage/formDrafts.ts';
import { FormDialog } from '#src/ui/form/FormDialog.tsx';
import { TextArea } from '#src/ui/form/TextArea.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';
import { usePatchDataset } from './queries.ts';

const EditedDataset = z.object(patchDataset.body.shape).required();

const draftFields = ['name', 'description'];

export function EditDatasetDialog({ dataset, onClose }: { dataset: Dataset; onClose: () => void }) {
  const { mutateAsync } = usePatchDataset(dataset.id);
  const draft = useFormDraft(`dataset ${dataset.id}`, draftFields);
  const idempotencyKey = useIdempotencyKey();
  const offlineReason = useOfflineReason('A change of a dataset can’t wait.');
  const { name, description } = dataset;
  const save = async (body: z.output<typeof EditedDataset>) => {
    await mutateAsync({ body, idempotencyKey });
    onClose();
  };
  return (
    <FormDialog
      title="Edit Dataset"
      onClose={onClose}
      label="Dataset"
      schema={EditedDataset}
      values={{ name, description }}
      submit="Save"
      unavailable={offlineReason}
      draft={draft}
      onSubmit={save}
    >
      <TextField label="Name" name="name" hint="Its address stays the same" autoComplete="off" />
      <TextArea label="Description" name="description" optional />
    </FormDialog>
  );
}
