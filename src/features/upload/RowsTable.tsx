/** A file's first rows as a table, of which only what is near the eye is in the page, and what has the focus. */
import { memo, useMemo, useRef, useState, type FocusEvent } from 'react';
import styled from 'styled-components';
import type { Look } from '#src/workers/parse/look.ts';
import { shortText } from '#src/shared/format/sealedText.ts';
import { zIndex } from '#src/ui/theme/zIndex.ts';
import { token } from '#src/ui/theme/tokens.ts';
import { SpacerRow, ColumnWidths } from '#src/ui/grid/spacers.tsx';
import { VirtualTable } from '#src/ui/grid/styles.ts';
import type { Slot } from '#src/ui/grid/slots.ts';
import { useVisibleSlots } from '#src/ui/grid/useVisibleSlots.ts';
import { columnWidths } from './columnWidths.ts';
import { FieldMatch, type OnMatch } from './FieldMatch.tsx';

/** In CSS pixels: the names with their lists of fields, and the rows' numbers. */
const [headHeight, numberWidth] = [73, 76];

const Window = styled.div`
  flex: 1 0 0;
  overflow: auto;
  scroll-padding: ${headHeight}px 0 0 ${numberWidth}px;
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
  thead > tr > * {
    position: sticky;
    inset-block-start: 0;
    z-index: ${zIndex.sticky};
    block-size: ${headHeight}px;
    padding-block: ${token.space.s};
    vertical-align: bottom;
    background: ${token.color.sunken};
  }
  tbody th {
    font-weight: 400;
    font-variant-numeric: tabular-nums;
    color: ${token.color.muted};
    background: ${token.color.raised};
  }
  tr > th:first-child {
    position: sticky;
    inset-inline-start: 0;
    z-index: ${zIndex.sticky};
  }
  thead th:first-child {
    z-index: ${zIndex.sticky + 1};
  }
`;

/** A row may have more cells than the header has names. */
function headsOf({ names, rows }: Look): string[] {
  const columns = Math.max(names.length, ...rows.map(({ cells }) => cells.length));
  return Array.from({ length: columns }, (_, i) => names[i] ?? 'Beyond the header');
}

type LineProps = { row: Look['rows'][number]; index: number; columns: readonly Slot[] };

/** Redrawn when the drawn columns change, never while only the rows move. */
const Line = memo(function Line({ row: { label, cells }, index, columns }: LineProps) {
  return (
    <tr aria-rowindex={index + 2}>
      <th scope="row" aria-colindex={1}>
        {label}
      </th>
      {columns.map(({ index: column }, at) => {
        if (column === null) return <td key={`gap ${at}`} aria-hidden />;
        const text = shortText(cells[column] ?? '');
        return (
          <td key={column} aria-colindex={column + 2} title={text}>
            {text}
          </td>
        );
      })}
    </tr>
  );
});

type RowsTableProps = {
  look: Look;
  fields: readonly string[];
  onMatch: OnMatch;
  /** Id of what names it. */
  caption: string;
};

export function RowsTable({ look, fields, onMatch, caption }: RowsTableProps) {
  const { names, rows, columns } = look;
  const frame = useRef<HTMLDivElement>(null);
  const [kept, keep] = useState(-1);
  const heads = useMemo(() => headsOf(look), [look]);
  const widths = useMemo(() => columnWidths(heads, rows), [heads, rows]);
  const drawn = useVisibleSlots({
    frame,
    rows: rows.length,
    head: headHeight,
    widths,
    lead: numberWidth,
    kept: { row: -1, column: kept },
  });
  const arrive = ({ target }: FocusEvent) => {
    const head = target.closest('[data-column]');
    if (head) keep(Number(head.getAttribute('data-column')));
  };
  const width = numberWidth + widths.reduce((sum, each) => sum + each, 0);
  return (
    <Window ref={frame} role="region" aria-labelledby={caption} tabIndex={0}>
      <Rows
        aria-labelledby={caption}
        aria-rowcount={rows.length + 1}
        aria-colcount={widths.length + 1}
        style={{ minInlineSize: width }}
        onFocus={arrive}
      >
        <ColumnWidths leads={[numberWidth]} columns={drawn.columns} />
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" aria-colindex={1}>
              Row
            </th>
            {drawn.columns.map(({ index }, at) =>
              index === null ? (
                <td key={`gap ${at}`} aria-hidden />
              ) : (
                <th key={index} scope="col" aria-colindex={index + 2} data-column={index}>
                  <div>{heads[index]}</div>
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
        </thead>
        <tbody>
          {drawn.rows.map(({ index, size }, slot) => {
            const row = index === null ? undefined : rows[index];
            if (row === undefined || index === null)
              return <SpacerRow key={`gap ${slot}`} cells={1 + drawn.columns.length} size={size} />;
            return <Line key={row.label} row={row} index={index} columns={drawn.columns} />;
          })}
        </tbody>
      </Rows>
    </Window>
  );
}
