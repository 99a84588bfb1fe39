/** What stands over the grid: the lock, how old the records are, and what can be done with them. */
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
import type { RecordQueryShown } from './useRecordQuery.ts';
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
  query: RecordQueryShown;
  grid: GridModel;
  shown: ReturnType<typeof useShownRecords>;
  choice: SelectedRecords;
  behindProxy: boolean | undefined;
};

export function RecordsBar({ schema, fields, query, grid, shown, choice, behindProxy }: RecordsBarProps) {
  const { page, wanted, total, view, sorting } = shown;
  const [asked, ask] = useState<'delete' | 'export'>();
  const close = () => ask(undefined);
  const reset = () => {
    resetLayout(grid);
    if (query.sort) query.sortBy(null, sorting.reach === 'result' ? 'anew' : 'silently');
  };
  return (
    <Row $justify="space-between">
      <DecryptSwitch view={view} />
      <DataAge of={page} />
      <Row>
        {choice.ids.length > 0 && (
          <>
            <Note role="status">{choice.ids.length} selected</Note>
            <Button size="s" kind="danger" icon="trash" onClick={() => ask('delete')}>
              Delete selected
            </Button>
          </>
        )}
        {sorting.reach === 'page' && <Note>Sorted: this page only</Note>}
        <ColumnMenu grid={grid} onReset={reset} />
        <Menu label="More" icon="more" size="s" align="end">
          <MenuItem icon="download" onSelect={() => ask('export')}>
            Export records
          </MenuItem>
        </Menu>
      </Row>
      <Suspense>
        {asked === 'delete' && (
          <DeleteRecords schema={schema} ids={choice.ids} onDeleted={choice.clear} onClose={close} />
        )}
        {asked === 'export' && (
          <ExportDialog
            schema={schema}
            fields={fields}
            wanted={wanted}
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
