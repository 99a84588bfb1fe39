/** Adds a dataset to the organization. */
import { z } from 'zod';
import { createDataset } from '@cloakroom/contract/datasets.ts';
import { useOfflineReason } from '#src/features/connection/index.ts';
import { useCreateDataset } from './queries.ts';
import { useIdempotencyKey } from '#src/shared/queries/idempotency.ts';
import { useFormDraft } from '#src/shared/storage/formDrafts.ts';
import { FormDialog } from '#src/ui/form/FormDialog.tsx';
import { TextArea } from '#src/ui/form/TextArea.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';

const NewDataset = z.object(createDataset.body.shape).omit({ organization: true });

type Props = { organization: string; onClose: () => void };

const draftFields = ['name', 'description'];

/** A refusal of the service is shown in a banner; the input stays. */
export function CreateDatasetDialog({ organization, onClose }: Props) {
  const { mutateAsync } = useCreateDataset();
  const draft = useFormDraft(`dataset in ${organization}`, draftFields);
  const idempotencyKey = useIdempotencyKey();
  const offlineReason = useOfflineReason('A new dataset can’t wait: the service gives it its address.');
  const create = async (dataset: z.output<typeof NewDataset>) => {
    await mutateAsync({ body: { ...dataset, organization }, idempotencyKey });
    onClose();
  };
  return (
    <FormDialog
      title="Add a new Dataset"
      onClose={onClose}
      label="New dataset"
      schema={NewDataset}
      submit="Create Dataset"
      unavailable={offlineReason}
      draft={draft}
      onSubmit={create}
    >
      <TextField label="Name" name="name" hint="Give your dataset a name" autoComplete="off" />
      <TextArea label="Description" name="description" optional />
    </FormDialog>
  );
}
