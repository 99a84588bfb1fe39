/** The toolbar over the grid: decryption, age of the data, selection, columns and export. */
import { lazy, Suspense, useState } from 'react';
import styled from 'styled-components';
import type { Field } from '@cloakroom/contract/fields.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { token } from '#src/ui/theme/tokens.ts';
import { DataAge } from '#src/ui/DataAge.tsx';
import { Button } from '#src/ui/Button.tsx';
import { ColumnMenu } from '#src/ui/grid/ColumnMenu.tsx';
import { resetLayout, type GridModel } from '#src/ui/grid/useGrid.ts';
import { Row } from '#src/ui/layout.ts';
import { Menu, MenuItem } from '#src/ui/Menu.tsx';
import { DecryptSwitch } from './DecryptSwitch.tsx';
import type { SelectedRecords } from './useSelectedRecords.ts';
import type { RecordQueryState } from './useRecordQuery.ts';
import type { useShownRecords } from './useShownRecords.ts';

const DeleteRecords = lazy(async () => ({ default: (await import('./DeleteRecords.tsx')).DeleteRecords }));
const ExportDialog = lazy(async () => ({ default: (await import('./ExportDialog.tsx')).ExportDialog }));

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
};

export function RecordsBar({ schema, fields, query, grid, shown, selected, behindProxy }: RecordsBarProps) {
  const { page, search, total, view, sorting } = shown;
  const [dialog, setDialog] = useState<'delete' | 'export'>();
  const close = () => setDialog(undefined);
  const reset = () => {
    resetLayout(grid);
    if (query.sort) query.sortBy(null, sorting.scope === 'result' ? 'push' : 'replace');
  };
  return (
    <Row $justify="space-between">
      <DecryptSwitch view={view} />
      <DataAge of={page} />
      <Row>
        {selected.ids.length > 0 && (
          <>
            <Note role="status">{selected.ids.length} selected</Note>
            <Button size="s" kind="danger" icon="trash" onClick={() => setDialog('delete')}>
              Delete selected
            </Button>
          </>
        )}
        {sorting.scope === 'page' && <Note>Sorted: this page only</Note>}
        <ColumnMenu grid={grid} onReset={reset} />
        <Menu label="More" icon="more" size="s" align="end">
          <MenuItem icon="download" onSelect={() => setDialog('export')}>
            Export records
          </MenuItem>
        </Menu>
      </Row>
      <Suspense>
        {dialog === 'delete' && (
          <DeleteRecords schema={schema} ids={selected.ids} onDeleted={selected.clear} onClose={close} />
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
    </Row>
  );
}
