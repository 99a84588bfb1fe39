/** What a table of which only a part is drawn has beside its cells. */
import type { Slot } from './slots.ts';

type ColumnWidthsProps = {
  /** Of what stands before the columns, in CSS pixels. */
  leads: readonly number[];
  columns: readonly Slot[];
};

/** The widths of all that is drawn side by side. The last one takes what room is left. */
export function ColumnWidths({ leads, columns }: ColumnWidthsProps) {
  return (
    <colgroup>
      {leads.map((width, at) => (
        <col key={`lead ${at}`} style={{ inlineSize: width }} />
      ))}
      {columns.map(({ index, size }, at) => (
        <col key={index ?? `gap ${at}`} style={at < columns.length - 1 ? { inlineSize: size } : {}} />
      ))}
    </colgroup>
  );
}

/** As high as the rows that are left out. */
export function SpacerRow({ cells, size }: { cells: number; size: number }) {
  return (
    <tr aria-hidden>
      <td colSpan={cells} style={{ blockSize: size }} />
    </tr>
  );
}
