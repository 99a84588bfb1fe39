/** A schema's records, shown once the saved layout is loaded. */
import { useSavedLayout } from './columnLayout.ts';
import { LoadingRecords } from './EmptyRecords.tsx';
import { Records, type RecordsProps } from './Records.tsx';
import { useSavedSort } from './usePersistLayout.ts';

export function RecordBrowser(props: Omit<RecordsProps, 'layout'>) {
  const saved = useSavedLayout(props.schema.id);
  const ready = useSavedSort(saved, props.query, props.fields);
  if (!ready || saved === undefined) return <LoadingRecords />;
  return <Records {...props} layout={saved} />;
}
