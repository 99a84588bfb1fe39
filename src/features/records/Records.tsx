/** A page of a schema's records: the toolbar, the grid, and the opened record beside it. */
import { lazy, Suspense, useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import styled from 'styled-components';
import { mayChangeRecords, type Schema } from '@cloakroom/contract/schemas.ts';
import { densities } from '#src/ui/grid/density.ts';
import { Grid } from '#src/ui/grid/Grid.tsx';
import type { GridAction } from '#src/ui/grid/types.ts';
import { shownColumns, useGrid } from '#src/ui/grid/useGrid.ts';
import { screen } from '#src/ui/theme/tokens.ts';
import { Row, Stack } from '#src/ui/layout.ts';
import { useRootMark } from '#src/ui/useRootMark.ts';
import { Pager } from '#src/ui/Pager.tsx';
import { useMedia } from '#src/ui/useMedia.ts';
import { useStableResult } from '#src/ui/useStableResult.ts';
import { Button } from '#src/ui/Button.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import { pageSizes } from './recordsAddress.ts';
import type { SavedLayout } from './columnLayout.ts';
import { canAnswerFilters } from './queries.ts';
import { RecordCards } from './RecordCards.tsx';
import { RecordFilters } from './RecordFilters.tsx';
import { cardsQuery, SplitView } from './SplitView.ts';
import { DamageNotice } from './DamageNotice.tsx';
import { FetchFailure } from './FetchFailure.tsx';
import { readClipboard } from './paste/readClipboard.ts';
import {
  FiltersUnavailable,
  LoadingRecords,
  NoMatches,
  NoRecords,
  type FirstSteps,
} from './EmptyRecords.tsx';
import { emptyRow } from './recordFilters.ts';
import {
  cellsOf,
  copyOf,
  keyOf,
  numberOf,
  openText,
  sealedValue,
  type RecordField,
  type RecordRow,
} from './recordRows.ts';
import { RecordsBar } from './RecordsBar.tsx';
import { useSelectedRecords } from './useSelectedRecords.ts';
import { usePersistLayout } from './usePersistLayout.ts';
import type { RecordQueryState } from './useRecordQuery.ts';
import { useRecordActions } from './RecordActions.tsx';
import { useUndo } from './useUndo.ts';
import { useFittedColumns } from './useFittedColumns.ts';
import { useShownRecords } from './useShownRecords.ts';
import { useViews } from './views/useViews.ts';
import { ViewNotice } from './views/ViewNotice.tsx';
import { ViewsMenu } from './views/ViewsMenu.tsx';

const RecordPanel = lazy(async () => ({ default: (await import('./RecordPanel.tsx')).RecordPanel }));

/** Fills the window, see `Page`. */
const Work = styled(Stack)`
  flex: 1 0 auto;
`;
/** Filters and tools: in one line if they fit. */
const Bars = styled(Row)`
  ${screen.phone} {
    > form {
      flex: 0 1 auto;
    }
    > form:has([role='group']) {
      flex-basis: 100%;
    }
  }
`;

export type RecordsProps = {
  schema: Schema;
  /** In the order of the columns. */
  fields: readonly RecordField[];
  query: RecordQueryState;
  behindProxy: boolean | undefined;
  steps: FirstSteps;
  /** Renders a step that must be completed before records are stored; called with a callback that cancels it. */
  beforeUpload: ((cancel: () => void) => ReactNode) | undefined;
  /** The saved column layout. */
  layout: SavedLayout | null;
};

export function Records({ schema, fields, query, behindProxy, steps, layout, beforeUpload }: RecordsProps) {
  const { limit, offset, filters } = query;
  const shown = useShownRecords({ schema, fields, query, behindProxy });
  const { page, total, view, peek, sorting, rows } = shown;
  const { data, error } = useStableResult(page);
  const answerable = behindProxy === undefined || canAnswerFilters(query, behindProxy);
  const isLoading = answerable && !data && !error;
  const columns = useFittedColumns(fields, rows);
  const cells = useMemo(() => cellsOf(fields), [fields]);
  const grid = useGrid(columns, layout);
  const [density, setDensity] = useState(layout?.density ?? 'standard');
  const cards = useMedia(cardsQuery);
  usePersistLayout(schema.id, grid, { sort: query.sort, density });
  const views = useViews({ schema, fields, query, grid, density, onDensity: setDensity, behindProxy });
  const mayChange = behindProxy === true && mayChangeRecords(schema.permissions);
  const selected = useSelectedRecords({
    rows,
    available: mayChange,
    total,
    search: JSON.stringify(filters),
  });
  const [openId, setOpenId] = useState<string>();
  const at = rows.findIndex(({ record }) => record.id === openId);
  const row = rows[at];

  const sort = (column: string) => {
    const { sort: next, wholeResult, announcement } = sorting.afterPress(column);
    query.sortBy(next, wholeResult ? 'push' : 'replace');
    return announcement;
  };
  const peekAt = (pressed: RecordRow, column: string) => {
    const { record, open } = pressed;
    const isPeeked = peek.cell?.record.id === record.id && peek.cell.name === column;
    const isSealed = sealedValue(pressed, column) !== undefined && open?.[column] === undefined;
    const canPeek = view.permitted && peek.readable.has(column);
    if (canPeek && (isSealed || isPeeked)) peek.toggle(record, column);
  };
  const mayAdd = behindProxy === true && schema.permissions.can_upload;
  const undo = useUndo(schema.id);
  const { actions, dialog } = useRecordActions({
    schema,
    fields,
    columns: shownColumns(grid).map(({ id }) => id),
    undo,
    readable: view.permitted,
    unsorted: query.sort === null,
    beforeUpload,
  });
  /** Reads the clipboard; where the browser does not allow it, the dialog has a field to paste into. */
  const pasteFrom = async (column: string) => {
    const text = await readClipboard();
    actions.paste({ text, column });
  };
  const undoByKey = (event: KeyboardEvent) => {
    const isTyping = (event.target as Element).closest(
      'input:not([type="checkbox"]), textarea, select, dialog',
    );
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z' || isTyping) return;
    event.preventDefault();
    undo.undoLast();
  };
  const [filterRequest, setFilterRequest] = useState<{ column: string }>();
  const [summary, setSummary] = useState<{ field: string }>();
  const cellActions = (pressed: RecordRow, column: string): GridAction[] => {
    const value = pressed.open?.[column];
    const others = query.rows.filter((other) => other.column !== column);
    const filterByValue = () => query.apply([...others, { ...emptyRow, column, value: String(value) }]);
    return [
      ...(behindProxy && value !== undefined
        ? [{ label: 'Filter by this value', icon: 'filter', run: filterByValue } as const]
        : []),
      ...(mayChange
        ? ([
            { label: 'Edit record', icon: 'edit', run: () => actions.edit(pressed) },
            { label: 'Duplicate record', icon: 'plus', run: () => actions.duplicate(pressed) },
            { label: 'Delete record', icon: 'trash', run: () => actions.remove(pressed) },
          ] as const)
        : []),
      ...(mayAdd ? [{ label: 'Paste rows', icon: 'inbox', run: () => void pasteFrom(column) } as const] : []),
    ];
  };
  const columnActions = (column: string): GridAction[] => {
    const sortable = sorting.sortOf(column).unavailable === undefined;
    const sortBy = (descending: boolean) => () =>
      query.sortBy({ column, descending }, sorting.afterPress(column).wholeResult ? 'push' : 'replace');
    const isNumber = fields.some(({ name, type }) => name === column && type !== 'string');
    return [
      ...(sortable
        ? ([
            { label: 'Sort ascending', icon: 'arrowUp', run: sortBy(false) },
            { label: 'Sort descending', icon: 'arrowDown', run: sortBy(true) },
          ] as const)
        : []),
      ...(behindProxy
        ? [
            {
              label: 'Filter by this column',
              icon: 'filter',
              run: () => setFilterRequest({ column }),
            } as const,
          ]
        : []),
      ...(behindProxy && isNumber
        ? [{ label: 'Statistics', icon: 'info', run: () => setSummary({ field: column }) } as const]
        : []),
    ];
  };
  useRootMark('table', data !== undefined && total > 0);
  return (
    <Work $gap="s" onKeyDown={undoByKey}>
      <Bars>
        {behindProxy && <RecordFilters fields={fields} query={query} request={filterRequest} />}
        <ViewsMenu views={views} behindProxy={behindProxy} />
        {/* It keeps its place while the records of other filters are fetched. */}
        {(data ? total > 0 : isLoading && filters.length > 0) && (
          <RecordsBar
            {...{ schema, fields, query, grid, shown, selected, behindProxy, undo, density, cards, summary }}
            onDensity={setDensity}
          />
        )}
        {mayAdd && selected.ids.length === 0 && (
          <>
            <Button size="s" icon="plus" onClick={actions.add}>
              Add record
            </Button>
            <IconButton size="s" icon="inbox" label="Paste rows" onClick={() => void pasteFrom('')} />
          </>
        )}
      </Bars>
      <ViewNotice views={views} />
      <FetchFailure
        data={data}
        error={error}
        isFetching={page.isFetching}
        onRetry={() => void page.refetch()}
      />
      <DamageNotice
        unreadable={data?.unreadable ?? 0}
        damaged={view.damaged.size}
        isFetching={page.isFetching}
        onRetry={() => void page.refetch()}
      />
      {!answerable && <FiltersUnavailable onClear={query.clear} />}
      {isLoading && <LoadingRecords columns={fields.length} />}
      {data &&
        total === 0 &&
        (filters.length > 0 ? <NoMatches onClear={query.clear} /> : <NoRecords steps={steps} />)}
      {data && total > 0 && (
        <>
          <SplitView $open={row !== undefined} data-skip-target>
            {cards ? (
              <RecordCards
                label={`Records of ${schema.name}`}
                busy={page.isPlaceholderData}
                {...{ rows, fields }}
                {...(selected.selection && { selection: selected.selection })}
                onOpen={({ record }) => setOpenId(record.id)}
              />
            ) : (
              <Grid
                grid={grid}
                label={`Records of ${schema.name}`}
                what="record"
                fill
                rowHeight={densities[density]}
                total={total}
                offset={offset}
                busy={page.isPlaceholderData}
                {...{ rows, keyOf, numberOf, cellOf: cells }}
                {...(selected.selection && { selection: selected.selection })}
                sortOf={sorting.sortOf}
                onSort={sort}
                onOpen={({ record }) => setOpenId(record.id)}
                onPeek={peekAt}
                copyOf={copyOf}
                findText={openText}
                {...(mayAdd && {
                  onPaste: (text: string, column: string) => actions.paste({ text, column }),
                })}
                cellActions={cellActions}
                columnActions={columnActions}
              />
            )}
            {row && (
              <Suspense>
                <RecordPanel
                  row={row}
                  fields={fields}
                  actions={mayChange ? actions : null}
                  peek={view.permitted && !view.decrypted ? peek : null}
                  onStep={(by) => setOpenId(rows[at + by]?.record.id)}
                  has={{ previous: at > 0, next: at < rows.length - 1 }}
                  onClose={() => setOpenId(undefined)}
                />
              </Suspense>
            )}
          </SplitView>
          <Pager
            sticky
            label="Pages of records"
            page={offset / limit + 1}
            pageSize={limit}
            total={total}
            sizes={pageSizes}
            onPage={query.goTo}
            onPageSize={query.resize}
          />
        </>
      )}
      {dialog}
    </Work>
  );
}
