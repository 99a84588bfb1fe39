/** Styles of the grid: dense, with sticky header and first column. */
import styled from 'styled-components';
import { zIndex } from '#src/ui/theme/zIndex.ts';
import { screen, token } from '#src/ui/theme/tokens.ts';

/** In CSS pixels. */
export const rowHeight = 34;
export const headHeight = 34;
/** The widths of the number column and the checkbox column. */
export const numberWidth = 56;
export const checkboxWidth = 36;

export const Frame = styled.div<{ $fill: boolean }>`
  position: relative;
  max-block-size: ${({ $fill }) => ($fill ? '100%' : 'max(20rem, calc(100dvh - 26.5rem))')};
  overflow: auto;
  scroll-padding: ${headHeight}px 0 0 ${numberWidth + checkboxWidth}px;
  background: ${token.color.surface};
  border: 1px solid ${token.color.border};
  border-radius: ${token.radius.m};
  ${screen.phone} {
    max-block-size: max(22rem, calc(100dvh - 14rem));
  }
`;

/**
 * A virtualized table: all rows have the height with which positions are calculated, set as `--row-height`. Rows are independent
 * flexible boxes: columns that scroll into view are laid out in a third of the time that a table needs.
 * Elements have explicit roles, since browsers drop the implicit ones together with the table layout.
 */
export const VirtualTable = styled.table`
  display: block;
  inline-size: 100%;
  font-size: ${token.size.s};
  thead,
  tbody {
    display: block;
  }
  tr {
    display: flex;
    block-size: var(--row-height, ${rowHeight}px);
  }
  tbody tr {
    contain: strict;
    line-height: calc(var(--row-height, ${rowHeight}px) - 1px);
  }
  th,
  td {
    flex: none;
    overflow: hidden;
    text-align: start;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  tr > :last-child {
    flex-grow: 1;
  }
  tr > [aria-hidden] {
    padding: 0;
    border: 0;
  }
`;
export const RowGroupHead = styled.thead.attrs({ role: 'rowgroup' })``;
export const RowGroupBody = styled.tbody.attrs({ role: 'rowgroup' })``;

export const GridTable = styled(VirtualTable)<{ $busy: boolean }>`
  opacity: ${({ $busy }) => ($busy ? 0.55 : 1)};
  transition: opacity ${token.motion.quick};

  th,
  td {
    padding: 0 ${token.space.sm};
    border-block-end: 1px solid ${token.color.border};
  }
  tbody tr:last-child > * {
    border-block-end: 0;
  }
  /* The header is sticky as a whole, not cell by cell: each sticky element is a separate layer while scrolling. */
  thead {
    position: sticky;
    inset-block-start: 0;
    z-index: ${zIndex.sticky + 1};
  }
  thead tr {
    block-size: ${headHeight}px;
  }
  thead th,
  thead td {
    position: relative; /* of the handle that resizes the column */
    padding: 0;
    line-height: ${headHeight - 1}px;
    font-weight: 600;
    color: ${token.color.muted};
    background: ${token.color.sunken};
  }
  tr > [data-lead] {
    inline-size: ${numberWidth}px;
    padding: 0;
    font-weight: 400;
    font-variant-numeric: tabular-nums;
    text-align: end;
    color: ${token.color.muted};
    background: ${token.color.sunken};
    border-inline-end: 1px solid ${token.color.border};
  }
  tr > [data-lead='choice'] {
    inline-size: ${checkboxWidth}px;
    text-align: center;
    border-inline-end: 0;
  }
  [data-lead='choice'] input {
    inline-size: 18px;
    block-size: 18px;
    margin: 0;
  }
  thead th[data-lead='number'] {
    padding-inline-end: ${token.space.sm};
  }
  tbody th button {
    inline-size: 100%;
    block-size: calc(var(--row-height, ${rowHeight}px) - 1px);
    padding: 0 ${token.space.sm};
    font: inherit;
    text-align: end;
    color: inherit;
    background: transparent;
    border: 0;
    cursor: pointer;
  }
  tbody th button:hover {
    color: ${token.color.primary};
    text-decoration: underline;
  }
  tbody tr:hover > td:not([data-lead]),
  tbody tr[aria-selected='true'] > * {
    background: ${token.color.primarySoft};
  }
  tbody tr > [data-pinned] {
    background: ${token.color.surface};
  }
  /* Sticky only while the grid is scrolled, and the first cells only in the header (see LeadingPane): a sticky cell in each row makes scrolling half as fast. */
  [data-across] > & tr > [data-pinned],
  [data-across] > & thead tr > [data-lead] {
    position: sticky;
    inset-inline-start: var(--pinned-at, 0);
    z-index: ${zIndex.sticky};
  }
  [data-across] > & thead tr > [data-lead='choice'] + [data-lead] {
    inset-inline-start: ${checkboxWidth}px;
  }
  tbody td[aria-selected='true'],
  tbody tr:hover > td[aria-selected='true'] {
    background: ${token.color.primarySoft};
    box-shadow: inset 0 0 0 1px ${token.color.primary};
  }
  @media (forced-colors: active) {
    tbody td[aria-selected='true'] {
      color: HighlightText;
      background: Highlight;
      forced-color-adjust: none;
    }
  }
  td[data-numeric] {
    font-variant-numeric: tabular-nums;
    text-align: end;
  }
  td[data-sealed] {
    font-family: ${token.font.code};
    font-size: ${token.size.xs};
    color: ${token.color.muted};
  }
  /* Painted separately, so that a change of columns paints a fifth less. */
  tbody td:not([data-lead]) {
    contain: strict;
  }
  td:focus-visible,
  thead th:focus-visible,
  tbody th button:focus-visible {
    outline-offset: -2px;
  }
`;
