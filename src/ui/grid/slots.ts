/** The rendered rows or columns of a virtualized grid, with gaps for the others. */

/** A row or a column by its index, or a gap; `size` in CSS pixels. */
export type Slot = { index: number | null; size: number };

type Item = { index: number; start: number; end: number };

/**
 * Adds gaps between rendered items.
 * @param items - the rendered items in ascending order, positions in CSS pixels.
 * @param from - the start of the first of all items.
 * @param to - the end of the last of all items.
 */
export function slotsOf(items: readonly Item[], from: number, to: number): Slot[] {
  const slots: Slot[] = [];
  let at = from;
  const pass = (next: number) => {
    if (next > at) slots.push({ index: null, size: next - at });
  };
  for (const { index, start, end } of items) {
    pass(start);
    slots.push({ index, size: end - start });
    at = end;
  }
  pass(to);
  return slots;
}
