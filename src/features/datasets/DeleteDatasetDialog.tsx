/** Confirms the deletion of a dataset with its schemas and their records: the user has to type its name. */
import { useState } from 'react';
import type { Dataset } from '@cloakroom/contract/datasets.ts';
import { mayChangeRecords, type ListedSchema } from '@cloakroom/contract/schemas.ts';
import { useOfflineReason } from '#src/features/connection/index.ts';
import { useRecordCounts } from '#src/features/records/index.ts';
import { useActors } from '#src/features/root/index.ts';
import { useSchemasIn } from '#src/features/schemas/index.ts';
import { formatCount, formatQuantity } from '#src/shared/format/counts.ts';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';
import { TypedName } from '#src/ui/form/TypedName.tsx';
import { Progress } from '#src/ui/Progress.tsx';
import { useDeleteDataset } from './queries.ts';

/** Each count is a request, so of longer lists the records are not counted. */
const maxCountedSchemas = 100;
/** Names that are listed in a sentence. */
const maxListedNames = 5;

type DeleteDatasetDialogProps = { dataset: Dataset; onDeleted: () => void; onClose: () => void };

/** Deletes the schemas one by one and then the dataset. After a failure it goes on with those that are left. */
export function DeleteDatasetDialog({ dataset, onDeleted, onClose }: DeleteDatasetDialogProps) {
  const { name } = dataset;
  const { raiseAlert } = useActors();
  const [typed, setTyped] = useState('');
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const { data: list, isSuccess } = useSchemasIn(dataset.id);
  const schemas = list?.items ?? [];
  const counted = schemas.length <= maxCountedSchemas ? schemas.map(({ id }) => id) : [];
  const counts = useRecordCounts(counted);
  const { mutateAsync } = useDeleteDataset(dataset.id);
  const offlineReason = useOfflineReason('A dataset can’t be deleted later.');
  const obstacle = offlineReason ?? (isSuccess ? ownersReason(schemas, counts) : 'Looking up what it holds…');
  const contents = contentsText(schemas.length, schemas.length <= maxCountedSchemas ? counts : null);
  const confirm = async () => {
    await mutateAsync({
      schemas: schemas.map(({ id }) => id),
      onProgress: (done) => setProgress({ done, total: schemas.length }),
    });
    raiseAlert({ type: 'success', source: 'API', content: `Deleted ${name} with ${contents}.`, duration: 5 });
    onDeleted();
  };
  return (
    <ConfirmDialog
      danger
      title={`Delete ${name}?`}
      confirm="Delete Dataset"
      unavailable={obstacle ?? (typed === name ? undefined : 'Type the dataset’s name first.')}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>This deletes the dataset with {contents} for everyone, immediately. It cannot be undone.</p>
      {schemas.length > 0 && <p>Schemas: {listNames(schemas)}.</p>}
      {isSuccess && obstacle !== undefined && <p>{obstacle}</p>}
      <TypedName name={name} value={typed} onChange={setTyped} />
      {progress && progress.total > 0 && (
        <Progress
          label={`Deleting ${name}`}
          value={Math.floor((100 * progress.done) / progress.total)}
          text={`${formatCount(progress.done)} of ${formatQuantity(progress.total, 'schema')}`}
        />
      )}
    </ConfirmDialog>
  );
}

/** By the order of the schemas; undefined until one is known. */
type Counts = readonly (number | undefined)[];

/** What goes with the dataset, in words. */
function contentsText(schemas: number, counts: Counts | null): string {
  if (schemas === 0) return 'no schemas';
  const text = formatQuantity(schemas, 'schema');
  if (counts === null || counts.includes(undefined)) return `${text} and all of their records`;
  const records = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
  return `${text} and ${records === 0 ? 'no records' : formatQuantity(records, 'record')}`;
}

const listNames = (schemas: readonly Pick<ListedSchema, 'name'>[]): string => {
  const names = schemas.slice(0, maxListedNames).map(({ name }) => name);
  const others = schemas.length - names.length;
  return `${names.join(', ')}${others > 0 ? ` and ${formatCount(others)} more` : ''}`;
};

/** Records are deleted by data owners only. */
function ownersReason(schemas: readonly ListedSchema[], counts: Counts): string | undefined {
  const others = schemas.filter(
    ({ permissions }, at) => !mayChangeRecords(permissions) && (counts[at] ?? 0) > 0,
  );
  return others.length === 0
    ? undefined
    : `Only data owners may delete records. You don’t own those of ${listNames(others)}.`;
}
