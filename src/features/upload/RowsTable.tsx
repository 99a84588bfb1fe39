/** A file's first rows as a virtual table: only the visible cells and the focused column are rendered. */
import { memo, useMemo, useRef, useState, type FocusEvent } from 'react';
import styled from 'styled-components';
import type { RowPreview } from '#src/workers/parse/rowPreview.ts';
import { shortText } from '#src/shared/format/sealedText.ts';
import { zIndex } from '#src/ui/theme/zIndex.ts';
import { token } from '#src/ui/theme/tokens.ts';
import { widthOf, widthVariables } from '#src/ui/grid/widthVariables.ts';
import { SpacerRow } from '#src/ui/grid/SpacerRow.tsx';
import { RowGroupBody, RowGroupHead, VirtualTable } from '#src/ui/grid/styles.ts';
import type { Slot } from '#src/ui/grid/slots.ts';
import { useIsScrolledHorizontally } from '#src/ui/grid/useIsScrolledHorizontally.ts';
import { useVisibleSlots } from '#src/ui/grid/useVisibleSlots.ts';
import { columnWidths } from './columnWidths.ts';
import { FieldMatch, type OnMatch } from './FieldMatch.tsx';

/** Of the header row and of the column of row numbers. */
const [headHeightPx, numberWidthPx] = [73, 76];

const Window = styled.div`
  flex: 1 0 0;
  overflow: auto;
  scroll-padding: ${headHeightPx}px 0 0 ${numberWidthPx}px;
  border-end-start-radius: ${token.radius.m};
  border-end-end-radius: ${token.radius.m};
  &:focus-visible {
    outline: 2px solid ${token.color.focus};
    outline-offset: 2px;
  }
`;
const Rows = styled(VirtualTable)`
  th,
  td {
    padding: 0 ${token.space.m};
  }
  tbody tr + tr > * {
    border-block-start: 1px solid ${token.color.border};
  }
  thead {
    position: sticky;
    inset-block-start: 0;
    z-index: ${zIndex.sticky + 1};
  }
  thead > tr {
    align-items: end;
    block-size: ${headHeightPx}px;
    background: ${token.color.sunken};
  }
  thead > tr > * {
    padding-block: ${token.space.s};
  }
  thead > tr > :first-child {
    align-self: stretch;
    align-content: end;
    background: ${token.color.sunken};
  }
  tbody th {
    font-weight: 400;
    font-variant-numeric: tabular-nums;
    color: ${token.color.muted};
    background: ${token.color.raised};
  }
  tr > th:first-child {
    inline-size: ${numberWidthPx}px;
  }
  [data-across] > & tr > th:first-child {
    position: sticky;
    inset-inline-start: 0;
    z-index: ${zIndex.sticky};
  }
`;

const ValueCell = styled.td.attrs({ role: 'cell' })``;

/** Column headers; rows may have more cells than the header. */
function headersOf({ names, rows }: RowPreview): string[] {
  const columns = Math.max(names.length, ...rows.map(({ cells }) => cells.length));
  return Array.from({ length: columns }, (_, i) => names[i] ?? 'Beyond the header');
}

type LineProps = { row: RowPreview['rows'][number]; index: number; columns: readonly Slot[] };

/** Memoized: scrolling vertically does not render it again. */
const Line = memo(function Line({ row: { label, cells }, index, columns }: LineProps) {
  return (
    <tr role="row" aria-rowindex={index + 2}>
      <th role="rowheader" scope="row" aria-colindex={1}>
        {label}
      </th>
      {columns.map(({ index: column, size }, at) => {
        if (column === null) return <td key={`gap ${at}`} aria-hidden style={{ inlineSize: size }} />;
        const text = shortText(cells[column] ?? '');
        return (
          <ValueCell key={column} aria-colindex={column + 2} title={text} style={widthOf(column + 1)}>
            {text}
          </ValueCell>
        );
      })}
    </tr>
  );
});

type RowsTableProps = {
  preview: RowPreview;
  fields: readonly string[];
  onMatch: OnMatch;
  /** Id of the element that labels the table. */
  caption: string;
};

export function RowsTable({ preview, fields, onMatch, caption }: RowsTableProps) {
  const { names, rows, columns } = preview;
  const frame = useRef<HTMLDivElement>(null);
  const [focusedColumn, setFocusedColumn] = useState(-1);
  const headers = useMemo(() => headersOf(preview), [preview]);
  const widths = useMemo(() => columnWidths(headers, rows), [headers, rows]);
  const visible = useVisibleSlots({
    frame,
    rows: rows.length,
    headerHeight: headHeightPx,
    widths,
    leadingWidth: numberWidthPx,
    pinned: { row: -1, column: focusedColumn },
  });
  const onFocus = ({ target }: FocusEvent) => {
    const head = target.closest('[data-column]');
    if (head) setFocusedColumn(Number(head.getAttribute('data-column')));
  };
  const isAcross = useIsScrolledHorizontally(frame);
  const width = numberWidthPx + widths.reduce((sum, each) => sum + each, 0);
  return (
    <Window
      ref={frame}
      data-across={isAcross || undefined}
      role="region"
      aria-labelledby={caption}
      tabIndex={0}
    >
      <Rows
        aria-labelledby={caption}
        aria-rowcount={rows.length + 1}
        aria-colcount={widths.length + 1}
        style={{ minInlineSize: width, ...widthVariables(widths, 1) }}
        role="table"
        onFocus={onFocus}
      >
        <RowGroupHead>
          <tr role="row" aria-rowindex={1}>
            <th role="columnheader" scope="col" aria-colindex={1}>
              Row
            </th>
            {visible.columns.map(({ index, size }, at) =>
              index === null ? (
                <td key={`gap ${at}`} aria-hidden style={{ inlineSize: size }} />
              ) : (
                <th
                  key={index}
                  role="columnheader"
                  scope="col"
                  aria-colindex={index + 2}
                  data-column={index}
                  style={widthOf(index + 1)}
                >
                  <div>{headers[index]}</div>
                  {index < columns.length && (
                    <FieldMatch
                      column={names[index] ?? ''}
                      field={columns[index]}
                      fields={fields}
                      onMatch={onMatch}
                    />
                  )}
                </th>
              ),
            )}
          </tr>
        </RowGroupHead>
        <RowGroupBody>
          {visible.rows.map(({ index, size }, slot) => {
            const row = index === null ? undefined : rows[index];
            if (row === undefined || index === null) return <SpacerRow key={`gap ${slot}`} size={size} />;
            return <Line key={row.label} row={row} index={index} columns={visible.columns} />;
          })}
        </RowGroupBody>
      </Rows>
    </Window>
  );
}
