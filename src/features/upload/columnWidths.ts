/** Estimates the column widths of a file's first rows from their text. */

/** The field select fits into the minimum; longer text is cut off at the maximum. */
const [minWidthPx, maxWidthPx] = [176, 320];
/** Of both sides together, and the width of an average letter. */
const [paddingPx, letterPx] = [32, 7.5];

/** Double-width characters: East Asian scripts and emoji. */
const wide = /[\u1100-\u11ff\u2e80-\uffef]/g;

function widthOf(cell: string): number {
  const start = cell.slice(0, maxWidthPx / letterPx);
  return paddingPx + letterPx * (start.length + (start.match(wide)?.length ?? 0));
}

/**
 * The width of each column in CSS pixels.
 * @param heads - the header of each column of the widest row.
 */
export function columnWidths(heads: readonly string[], rows: readonly { cells: string[] }[]): number[] {
  return heads.map((head, i) => {
    const texts = [head, ...rows.map(({ cells }) => cells[i] ?? '')];
    return Math.round(Math.min(maxWidthPx, Math.max(minWidthPx, ...texts.map(widthOf))));
  });
}
