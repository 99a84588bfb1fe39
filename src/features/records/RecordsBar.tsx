/** The toolbar over the grid: decryption, age of the data, selection, columns and export. */
import { lazy, Suspense, useState } from 'react';
import styled from 'styled-components';
import type { Field } from '@cloakroom/contract/fields.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { formatCount } from '#src/shared/format/counts.ts';
import { screen, token } from '#src/ui/theme/tokens.ts';
import { DataAge } from '#src/ui/DataAge.tsx';
import { Button } from '#src/ui/Button.tsx';
import { densityNames, type Density } from '#src/ui/grid/density.ts';
import { ColumnMenu } from '#src/ui/grid/ColumnMenu.tsx';
import { resetLayout, type GridModel } from '#src/ui/grid/useGrid.ts';
import { IconButton } from '#src/ui/IconButton.tsx';
import { Row } from '#src/ui/layout.ts';
import { Menu, MenuItem } from '#src/ui/Menu.tsx';
import { SummaryToggle } from './aggregates/Summary.tsx';
import { DecryptSwitch } from './DecryptSwitch.tsx';
import type { SelectedRecords } from './useSelectedRecords.ts';
import type { RecordQueryState } from './useRecordQuery.ts';
import type { UndoState } from './useUndo.ts';
import type { useShownRecords } from './useShownRecords.ts';

const DeleteRecords = lazy(async () => ({ default: (await import('./DeleteRecords.tsx')).DeleteRecords }));
const DeleteMatching = lazy(async () => ({
  default: (await import('./DeleteMatching.tsx')).DeleteMatching,
}));
const ExportDialog = lazy(async () => ({ default: (await import('./ExportDialog.tsx')).ExportDialog }));

/** On phones the tools share their lines with the filters. */
const Tools = styled(Row)`
  ${screen.phone} {
    display: contents;
  }
`;

/** What needs the records keeps its place without them. */
const Later = styled.div<{ $hidden: boolean }>`
  display: flex;
  visibility: ${({ $hidden }) => ($hidden ? 'hidden' : 'inherit')};
`;

const densityTexts = { compact: 'Compact', standard: 'Standard', comfortable: 'Comfortable' };

const Note = styled.span`
  font-size: ${token.size.s};
  color: ${token.color.muted};
`;

type RecordsBarProps = {
  schema: Schema;
  fields: readonly Field[];
  query: RecordQueryState;
  grid: GridModel;
  shown: ReturnType<typeof useShownRecords>;
  selected: SelectedRecords;
  behindProxy: boolean | undefined;
  undo: UndoState;
  density: Density;
  onDensity: (density: Density) => void;
  /** The field whose summary is asked for. */
  summary: { field: string } | undefined;
  /** Records are cards, which have no columns and no density. */
  cards: boolean;
};

export function RecordsBar(props: RecordsBarProps) {
  const {
    schema,
    fields,
    query,
    grid,
    shown,
    selected,
    behindProxy,
    undo,
    density,
    onDensity,
    cards,
    summary,
  } = props;
  const { page, search, total, view, sorting } = shown;
  const [dialog, setDialog] = useState<'delete' | 'export'>();
  const close = () => setDialog(undefined);
  const reset = () => {
    resetLayout(grid);
    if (query.sort) query.sortBy(null, sorting.scope === 'result' ? 'push' : 'replace');
  };
  return (
    <>
      <Tools>
        <DecryptSwitch view={view} />
        <DataAge of={page} />
        {selected.ids.length > 0 && (
          <>
            <Note role="status">
              {selected.isAll ? `All ${formatCount(total)} selected` : `${selected.ids.length} selected`}
            </Note>
            {/* The grid has a checkbox for it in its head. */}
            {cards && selected.selectPage && (
              <Button size="s" kind="quiet" onClick={selected.selectPage}>
                Select this page
              </Button>
            )}
            {selected.selectAll && (
              <Button size="s" kind="quiet" onClick={selected.selectAll}>
                Select all {formatCount(total)} that match
              </Button>
            )}
            {selected.isAll && (
              <>
                <IconButton size="s" icon="close" label="Clear selection" onClick={selected.clear} />
                <Button size="s" icon="download" onClick={() => setDialog('export')}>
                  Export selected
                </Button>
              </>
            )}
            <Button size="s" kind="danger" icon="trash" onClick={() => setDialog('delete')}>
              Delete selected
            </Button>
          </>
        )}
        {sorting.scope === 'page' && <Note>Sorted: this page only</Note>}
        {/* What belongs to a selection takes their place, so that the rows stay where they are. */}
        {!cards && selected.ids.length === 0 && (
          <>
            <ColumnMenu grid={grid} onReset={reset} />
            <Menu bare label="Density" icon="sort" size="s" align="end">
              {densityNames.map((name) => (
                <MenuItem key={name} current={name === density} onSelect={() => onDensity(name)}>
                  {densityTexts[name]}
                </MenuItem>
              ))}
            </Menu>
          </>
        )}
        <Later $hidden={page.data === undefined}>
          <Menu bare label="More" icon="more" size="s" align="end">
            <MenuItem icon="download" onSelect={() => setDialog('export')}>
              Export records
            </MenuItem>
          </Menu>
        </Later>
      </Tools>
      {behindProxy && (
        <SummaryToggle schema={schema.id} fields={fields} filters={query.filters} request={summary} />
      )}
      <Suspense>
        {dialog === 'delete' && selected.isAll && (
          <DeleteMatching
            schema={schema}
            search={search}
            total={total}
            readable={view.permitted}
            undo={undo}
            onDeleted={selected.clear}
            onClose={close}
          />
        )}
        {dialog === 'delete' && !selected.isAll && (
          <DeleteRecords
            schema={schema}
            records={shown.rows.map(({ record }) => record).filter(({ id }) => selected.ids.includes(id))}
            readable={view.permitted}
            undo={undo}
            onDeleted={selected.clear}
            onClose={close}
          />
        )}
        {dialog === 'export' && (
          <ExportDialog
            schema={schema}
            fields={fields}
            search={search}
            total={total}
            behindProxy={behindProxy === true}
            permitted={view.permitted}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}
