/** Widths of the columns of a virtualized table: variables of the table, so that resizing a column does not render cells again. */
import type { CSSProperties } from 'react';

/**
 * The variables for all columns, for example `--column-3: 150px`; variables for visible columns only would change while scrolling, and with them
 * the style of every cell.
 * @param widths - in CSS pixels.
 * @param leadingColumns - how many columns of the table come before the first one of the widths.
 */
export const widthVariables = (widths: readonly number[], leadingColumns: number): CSSProperties =>
  Object.fromEntries(widths.map((width, index) => [`--column-${leadingColumns + index}`, `${width}px`]));

/** The width of a cell. @param column - its position in the table. */
export const widthOf = (column: number): CSSProperties => ({ inlineSize: `var(--column-${column})` });
