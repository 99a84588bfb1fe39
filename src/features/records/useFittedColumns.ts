/** The columns of the grid, as wide as the first decrypted page needs. */
import { useMemo, useState } from 'react';
import type { GridColumnDefinition } from '#src/ui/grid/useGrid.ts';
import { titleOf, type RecordField, type RecordRow } from './recordRows.ts';

/** In CSS pixels: of a character on average, of a cell's padding, and of columns that were not resized. */
const [characterPx, paddingPx, minPx, maxPx] = [7.5, 28, 72, 320];

/** By name; fields without values have none. */
type Widths = Record<string, number>;

/** Estimates the widths from the numbers of characters, which needs no layout. */
function fittedWidths(fields: readonly RecordField[], rows: readonly RecordRow[]): Widths {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const { name } = field;
      const lengths = rows.flatMap(({ open }) => {
        const value = open?.[name];
        return value === undefined ? [] : [String(value).length];
      });
      if (lengths.length === 0) return [];
      const characters = Math.max(titleOf(field).length + 3, ...lengths);
      const width = Math.round(characters * characterPx) + paddingPx;
      return [[name, Math.min(maxPx, Math.max(minPx, width))] as const];
    }),
  );
}

/**
 * Sealed values say nothing about the content: columns have the default width until a page is decrypted. Widths that the
 * user has chosen come first.
 */
export function useFittedColumns(
  fields: readonly RecordField[],
  rows: readonly RecordRow[],
): readonly GridColumnDefinition[] {
  const [widths, setWidths] = useState<Widths>();
  const opened = rows.length > 0 && rows.every(({ open }) => open !== undefined);
  if (opened && !widths) setWidths(fittedWidths(fields, rows));
  return useMemo(
    () =>
      fields.map((field) => {
        const { name, type } = field;
        const width = widths?.[name];
        const shown = { name, title: titleOf(field), numeric: type !== 'string' };
        return { ...shown, ...(width !== undefined && { width }) };
      }),
    [fields, widths],
  );
}
