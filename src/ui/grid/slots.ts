/** What stands side by side in a grid of which only a part is drawn: lines, and gaps as large as what is left out. */

/** A row or a column by its index, or a gap; `size` in CSS pixels. */
export type Slot = { index: number | null; size: number };

type Item = { index: number; start: number; end: number };

/**
 * The drawn ones in their order, with a gap wherever some are left out.
 * @param items - what is drawn, rising, by its place in CSS pixels.
 * @param from - where the first one of all begins.
 * @param to - where the last one of all ends.
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
