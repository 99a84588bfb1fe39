/** The organization's datasets in the sidebar, each with its schemas; a long list has a search field. */
import { useMemo, useState, type KeyboardEvent } from 'react';
import { useParams } from 'react-router';
import type { Dataset } from '@cloakroom/contract/datasets.ts';
import { filterByName } from '#src/shared/format/byName.ts';
import { useSchemasInAll } from '#src/features/schemas/index.ts';
import { FindField } from '#src/ui/form/FindField.tsx';
import { LongList } from '#src/ui/LongList.tsx';
import { NavRow, rowHeight } from '#src/ui/shell/NavRow.tsx';
import { sidebarItems, type SidebarItem } from './sidebarItems.ts';

const noSchemas = new Map<string, never[]>();

export function DatasetList({ datasets }: { datasets: readonly Dataset[] }) {
  const { datasetId, schemaId } = useParams();
  const { open, toggle } = useExpandedDatasets(datasetId);
  const [searchText, setSearchText] = useState('');
  const { data: schemas = noSchemas } = useSchemasInAll(useMemo(() => [...open], [open]));
  const shown = useMemo(() => filterByName(datasets, searchText), [datasets, searchText]);
  const items = useMemo(() => sidebarItems(shown, open, schemas), [shown, open, schemas]);
  const currentId = schemaId ?? datasetId;

  /** As in a tree: the right arrow opens a dataset, the left one closes it. */
  const onArrowKey = ({ id, open: isOpen }: SidebarItem, { key }: KeyboardEvent) => {
    if ((key === 'ArrowRight' && isOpen === false) || (key === 'ArrowLeft' && isOpen)) toggle(id);
  };
  return (
    <>
      <FindField
        label="Find a dataset"
        value={searchText}
        onChange={setSearchText}
        found={shown.length}
        total={datasets.length}
      />
      {items.length > 0 && (
        <LongList
          label="Datasets and their schemas"
          items={items}
          itemKey={({ id }) => id}
          level={({ level }) => level}
          lineHeight={rowHeight()}
          current={items.findIndex(({ id }) => id === currentId)}
        >
          {(item, stop) => (
            <NavRow
              {...stop}
              to={item.to}
              label={item.label}
              icon={item.level === 1 ? 'hanger' : 'schema'}
              inner={item.level === 2}
              // A schema has an item of its own, its records page does not.
              end={item.level === 1}
              open={item.open}
              onToggle={() => toggle(item.id)}
              onKeyDown={(event) => onArrowKey(item, event)}
            />
          )}
        </LongList>
      )}
    </>
  );
}

/**
 * The expanded datasets of the sidebar. Expands the current dataset at first and whenever it changes.
 * @returns the ids of the expanded datasets, and a function that expands or collapses one.
 */
function useExpandedDatasets(current: string | undefined) {
  const [state, setState] = useState({ current, open: new Set(current === undefined ? [] : [current]) });
  if (state.current !== current)
    setState({ current, open: new Set(current === undefined ? state.open : [...state.open, current]) });
  const toggle = (id: string) =>
    setState(({ open, ...rest }) => {
      const next = new Set(open);
      if (!next.delete(id)) next.add(id);
      return { ...rest, open: next };
    });
  return { open: state.open, toggle };
}
