/** A schema's records, as soon as it is known how they were laid out the last time. */
import { useSavedLayout } from './columnLayout.ts';
import { LoadingRecords } from './EmptyRecords.tsx';
import { Records, type RecordsProps } from './Records.tsx';
import { useSortOf } from './usePersistLayout.ts';

export function RecordBrowser(props: Omit<RecordsProps, 'layout'>) {
  const kept = useSavedLayout(props.schema.id);
  const settled = useSortOf(kept, props.query, props.fields);
  if (!settled || kept === undefined) return <LoadingRecords />;
  return <Records {...props} layout={kept} />;
}
