/** How wide the columns of a file's first rows have to be for what stands in them. */

/** In CSS pixels. The list of fields fits into the narrowest; what the widest can't hold is cut. */
const [narrowest, widest] = [176, 320];
/** Room beside the text, and for one of its letters, in CSS pixels. */
const [around, letter] = [32, 7.5];

/** Letters as wide as two of the others: those of the Far East, and emoji. */
const wide = /[\u1100-\u11ff\u2e80-\uffef]/g;

function widthOf(cell: string): number {
  const start = cell.slice(0, widest / letter);
  return around + letter * (start.length + (start.match(wide)?.length ?? 0));
}

/**
 * The width of each column in CSS pixels.
 * @param heads - a column's own, for every column of the widest row.
 */
export function columnWidths(heads: readonly string[], rows: readonly { cells: string[] }[]): number[] {
  return heads.map((head, i) => {
    const texts = [head, ...rows.map(({ cells }) => cells[i] ?? '')];
    return Math.round(Math.min(widest, Math.max(narrowest, ...texts.map(widthOf))));
  });
}
