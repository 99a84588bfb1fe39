/** A table of a few dozen rows; in narrow windows each row is a card of labelled values. */
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { screen, token } from '#src/ui/theme/tokens.ts';
import { hidden } from './VisuallyHidden.tsx';

/* Explicit roles, since browsers may drop them when the narrow layout changes `display`. */
const Frame = styled.table.attrs({ role: 'table' })`
  inline-size: 100%;
  font-size: ${token.size.s};
  background: ${token.color.surface};
  border: 1px solid ${token.color.border};
  border-spacing: 0;
  border-radius: ${token.radius.m};
  overflow: clip;
  ${screen.narrow} {
    display: block;
    background: transparent;
    border: 0;
    border-radius: 0;
  }
`;
const Caption = styled.caption<{ $shown: boolean }>`
  padding-block-end: ${token.space.s};
  font-family: ${token.font.heading};
  font-size: ${token.size.l};
  font-weight: 650;
  text-align: start;
  ${({ $shown }) => !$shown && hidden}
  ${screen.narrow} {
    ${({ $shown }) => $shown && 'display: block;'}
  }
`;
const Head = styled.thead.attrs({ role: 'rowgroup' })`
  ${screen.narrow} {
    ${hidden}
  }
`;
const Body = styled.tbody.attrs({ role: 'rowgroup' })`
  ${screen.narrow} {
    display: grid;
    gap: ${token.space.s};
  }
`;
const Line = styled.tr.attrs({ role: 'row' })`
  tbody > &:hover {
    background: ${token.color.sunken};
  }
  ${screen.narrow} {
    display: block;
    padding: ${token.space.s} 0;
    background: ${token.color.surface};
    border: 1px solid ${token.color.border};
    border-radius: ${token.radius.m};
  }
`;
const Heading = styled.th.attrs({ role: 'columnheader', scope: 'col' })<{ $end: boolean }>`
  padding: ${token.space.s} ${token.space.m};
  font-weight: 600;
  text-align: ${({ $end }) => ($end ? 'end' : 'start')};
  white-space: nowrap;
  color: ${token.color.muted};
  background: ${token.color.sunken};
  border-block-end: 1px solid ${token.color.border};
`;
const Cell = styled.td<{ $end: boolean }>`
  padding: ${token.space.s} ${token.space.m};
  font-weight: inherit;
  font-variant-numeric: tabular-nums;
  text-align: ${({ $end }) => ($end ? 'end' : 'start')};
  vertical-align: middle;
  min-inline-size: 6rem;
  overflow-wrap: anywhere;
  text-wrap: pretty;
  /* Numbers and actions do not wrap. */
  white-space: ${({ $end }) => ($end ? 'nowrap' : 'inherit')};
  tr:not(:last-child) > & {
    border-block-end: 1px solid ${token.color.border};
  }
  button {
    white-space: nowrap;
  }
  th& {
    min-inline-size: 9rem;
    font-weight: 600;
  }
  ${screen.narrow} {
    display: grid;
    grid-template-columns: minmax(6rem, 2fr) minmax(0, 3fr);
    gap: ${token.space.s};
    align-items: center;
    padding: 6px ${token.space.m};
    text-align: start;
    tr:not(:last-child) > & {
      border: 0;
    }
    button,
    a {
      white-space: normal;
    }
    &::before {
      font-weight: 600;
      color: ${token.color.muted};
      content: attr(data-label);
    }
    &:empty {
      display: none;
    }
  }
`;

export type Column<Row> = {
  key: string;
  /** The column header, and the label of the value in narrow windows. */
  header: string;
  /** Null for an empty cell, which has no label in narrow windows. */
  cell: (row: Row) => ReactNode;
  /** Aligned to the end: numbers and actions. */
  end?: boolean;
  /** Whether the cell is the row header; at most one column. */
  rowHeader?: boolean;
};

export type TableProps<Row> = {
  /** The accessible name; hidden unless `showCaption`. */
  caption: string;
  showCaption?: boolean;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
};

export function Table<Row>({ caption, showCaption = false, columns, rows, rowKey }: TableProps<Row>) {
  return (
    <Frame>
      <Caption $shown={showCaption}>{caption}</Caption>
      <Head>
        <Line>
          {columns.map(({ key, header, end = false }) => (
            <Heading key={key} $end={end}>
              {header}
            </Heading>
          ))}
        </Line>
      </Head>
      <Body>
        {rows.map((row) => (
          <Line key={rowKey(row)}>
            {columns.map(({ key, header, cell, end = false, rowHeader }) => {
              const content = cell(row);
              return (
                <Cell
                  key={key}
                  $end={end}
                  data-label={header}
                  {...(rowHeader ? { as: 'th', scope: 'row', role: 'rowheader' } : { role: 'cell' })}
                >
                  {content === null ? null : <div>{content}</div>}
                </Cell>
              );
            })}
          </Line>
        ))}
      </Body>
    </Frame>
  );
}
