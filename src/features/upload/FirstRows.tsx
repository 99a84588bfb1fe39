/** The first rows of a chosen file, and above each column the field it stands for. */
import { useDeferredValue, useId, useMemo, useRef, useState, type FocusEvent } from 'react';
import styled from 'styled-components';
import { countText } from '#src/lib/counts.ts';
import type { Look } from '#src/lib/look.ts';
import { shortText } from '#src/lib/sealedText.ts';
import { depths } from '#src/theme/depths.ts';
import { token } from '#src/theme/tokens.ts';
import { rowHeight } from '#src/ui/grid/gridLook.ts';
import { useWindow } from '#src/ui/grid/useWindow.ts';
import { columnWidths } from './columnWidths.ts';
import { FieldMatch, type OnMatch } from './FieldMatch.tsx';
import { Looking, RowsPlace } from './RowsPlace.tsx';

/** In CSS pixels: the names and the lists of fields, and the rows' numbers. */
const [headHeight, numberWidth] = [73, 76];

const Box = styled.div`
  display: flex;
  flex: 1 0 0;
  flex-direction: column;
  min-block-size: 12rem;
  border: 1px solid ${token.color.border};
  border-radius: ${token.radius.m};
  > p {
    padding: ${token.space.s} ${token.space.m};
    font-size: ${token.size.s};
    color: ${token.color.muted};
    border-block-end: 1px solid ${token.color.border};
  }
`;
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
const Rows = styled.table`
  inline-size: 100%;
  font-size: ${token.size.s};
  table-layout: fixed;
  border-spacing: 0;
  th,
  td {
    block-size: ${rowHeight}px;
    padding: 0 ${token.space.m};
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    text-align: start;
  }
  tbody tr + tr > * {
    border-block-start: 1px solid ${token.color.border};
  }
  thead th {
    position: sticky;
    inset-block-start: 0;
    z-index: ${depths.sticky};
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
    z-index: ${depths.sticky};
  }
  thead th:first-child {
    z-index: ${depths.sticky + 1};
  }
  tr > [aria-hidden] {
    padding: 0;
    border: 0;
  }
`;

/** The first rows, and of how many: a number that is no more than an estimate is rounded. */
function captionOf({ rows, rowsInAll }: Look): string {
  const first = rows.length === 1 ? 'The first row' : `The first ${countText(rows.length)}`;
  if (rowsInAll > rows.length) return `${first} of ${allWords(rowsInAll)}`;
  return rows.length === 1 ? first : `${first} rows`;
}

function allWords(rows: number): string {
  const places = 10 ** Math.max(0, Math.floor(Math.log10(rows)) - 1);
  return `about ${countText(Math.round(rows / places) * places)} rows`;
}

/** A row may have more cells than the header has names. */
function headsOf({ names, rows }: Look): string[] {
  const columns = Math.max(names.length, ...rows.map(({ cells }) => cells.length));
  return Array.from({ length: columns }, (_, i) => names[i] ?? 'Beyond the header');
}

type FirstRowsProps = { look: Look; fields: readonly string[]; onMatch: OnMatch };

/** Of many rows and columns only those near the eye are in the page, and the one that has the focus. */
function Table({ look, fields, onMatch }: FirstRowsProps) {
  const { names, rows, columns } = look;
  const caption = useId();
  const frame = useRef<HTMLDivElement>(null);
  const [kept, keep] = useState(-1);
  const heads = useMemo(() => headsOf(look), [look]);
  const widths = useMemo(() => columnWidths(heads, rows), [heads, rows]);
  const drawn = useWindow({
    frame,
    rows: rows.length,
    head: headHeight,
    widths,
    lead: numberWidth,
    kept: { row: -1, column: kept },
  });
  const arrive = ({ target }: FocusEvent) => {
    const column = target.closest('[data-column]')?.getAttribute('data-column');
    if (column != null) keep(Number(column));
  };
  const all = numberWidth + widths.reduce((sum, width) => sum + width, 0);
  return (
    <Box>
      <p id={caption}>{captionOf(look)}</p>
      <Window ref={frame} role="region" aria-labelledby={caption} tabIndex={0}>
        <Rows
          aria-labelledby={caption}
          aria-rowcount={rows.length + 1}
          aria-colcount={widths.length + 1}
          style={{ minInlineSize: all }}
          onFocus={arrive}
        >
          <colgroup>
            <col style={{ inlineSize: numberWidth }} />
            {drawn.columns.map(({ index, size }, at) => (
              // The last one takes what room is left.
              <col
                key={index ?? `gap ${at}`}
                style={at < drawn.columns.length - 1 ? { inlineSize: size } : {}}
              />
            ))}
          </colgroup>
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
                return (
                  <tr key={`gap ${slot}`} aria-hidden>
                    <td colSpan={1 + drawn.columns.length} style={{ blockSize: size }} />
                  </tr>
                );
              return (
                <tr key={row.label} aria-rowindex={index + 2}>
                  <th scope="row" aria-colindex={1}>
                    {row.label}
                  </th>
                  {drawn.columns.map(({ index: column }, at) => {
                    if (column === null) return <td key={`gap ${at}`} aria-hidden />;
                    const text = shortText(row.cells[column] ?? '');
                    return (
                      <td key={column} aria-colindex={column + 2} title={text}>
                        {text}
                      </td>
                    );
                  })}
                </tr>
              );
            })}
          </tbody>
        </Rows>
      </Window>
    </Box>
  );
}

export function FirstRows(props: FirstRowsProps) {
  // A moment after what stands around it: no task of the page takes long.
  const ready = useDeferredValue(true, false);
  if (!ready) return <Looking />;
  if (props.look.rows.length === 0) return <RowsPlace>No row can be shown like this.</RowsPlace>;
  return <Table {...props} />;
}
