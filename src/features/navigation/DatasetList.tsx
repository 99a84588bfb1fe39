/** The organization's datasets in the sidebar, each with its schemas, and a way to find one among many. */
import { useMemo, useState, type KeyboardEvent } from 'react';
import { useParams } from 'react-router';
import type { Dataset } from '@cloakroom/contract/datasets.ts';
import { named } from '#src/shared/format/byName.ts';
import { useSchemasInAll } from '#src/features/schemas/index.ts';
import { FindField } from '#src/ui/form/FindField.tsx';
import { LongList } from '#src/ui/LongList.tsx';
import { NavRow, rowHeight } from '#src/ui/shell/NavRow.tsx';
import { sidebarItems, type SidebarItem } from './sidebarItems.ts';
import { useExpandedDatasets } from './useExpandedDatasets.ts';

/** More datasets than these are looked for by name. */
const searchThreshold = 20;

const none = new Map<string, never[]>();

export function DatasetList({ datasets }: { datasets: readonly Dataset[] }) {
  const { datasetId, schemaId } = useParams();
  const { open, fold } = useExpandedDatasets(datasetId);
  const [words, setWords] = useState('');
  const { data: schemas = none } = useSchemasInAll(useMemo(() => [...open], [open]));
  const shown = useMemo(() => named(datasets, words), [datasets, words]);
  const lines = useMemo(() => sidebarItems(shown, open, schemas), [shown, open, schemas]);
  const here = schemaId ?? datasetId;

  /** As in a tree: the right arrow opens a dataset, the left one closes it. */
  const turn = ({ id, open: isOpen }: SidebarItem, { key }: KeyboardEvent) => {
    if ((key === 'ArrowRight' && isOpen === false) || (key === 'ArrowLeft' && isOpen)) fold(id);
  };
  return (
    <>
      {datasets.length > searchThreshold && (
        <FindField
          label="Find a dataset"
          value={words}
          onChange={setWords}
          found={shown.length}
          total={datasets.length}
        />
      )}
      {lines.length > 0 && (
        <LongList
          label="Datasets and their schemas"
          items={lines}
          itemKey={({ id }) => id}
          level={({ level }) => level}
          lineHeight={rowHeight()}
          current={lines.findIndex(({ id }) => id === here)}
        >
          {(line, stop) => (
            <NavRow
              {...stop}
              to={line.to}
              label={line.label}
              icon={line.level === 1 ? 'hanger' : 'schema'}
              inner={line.level === 2}
              // The records of a schema belong to it, a schema is a line of its own.
              end={line.level === 1}
              open={line.open}
              onFold={() => fold(line.id)}
              onKeyDown={(event) => turn(line, event)}
            />
          )}
        </LongList>
      )}
    </>
  );
}
