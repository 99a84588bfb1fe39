/** Column widths and spacer rows of a virtualized table. */
import type { Slot } from './slots.ts';

type ColumnWidthsProps = {
  /** The widths of the leading columns, in CSS pixels. */
  leadingWidths: readonly number[];
  columns: readonly Slot[];
};

/** The widths of the rendered columns. The last one takes the remaining space. */
export function ColumnWidths({ leadingWidths, columns }: ColumnWidthsProps) {
  return (
    <colgroup>
      {leadingWidths.map((width, at) => (
        <col key={`lead ${at}`} style={{ inlineSize: width }} />
      ))}
      {columns.map(({ index, size }, at) => (
        <col key={index ?? `gap ${at}`} style={at < columns.length - 1 ? { inlineSize: size } : {}} />
      ))}
    </colgroup>
  );
}

/** A spacer of the height of the rows that are not rendered. */
export function SpacerRow({ cells, size }: { cells: number; size: number }) {
  return (
    <tr aria-hidden>
      <td colSpan={cells} style={{ blockSize: size }} />
    </tr>
  );
}
