/** Finds the end and the size of a CSV row without parsing its cells. */

const [quote, lineFeed, carriageReturn, space, tab] = [34, 10, 13, 32, 9];

export type ScannedRow = {
  /** The offset of the line ending, or -1 if the text ends first. */
  end: number;
  cells: number;
  /** Characters of the longest cell as written, including an incomplete one. */
  longest: number;
  /** Whether a closing quote is followed by more than blanks. */
  malformed: boolean;
};

/** Scans one row. Quotes count only at the start of a cell; inside them line endings are text. */
export function scanRow(text: string, from: number, delimiter: string): ScannedRow {
  const comma = delimiter.charCodeAt(0);
  const row = { end: -1, cells: 1, longest: 0, malformed: false };
  let state: 'start' | 'plain' | 'quoted' | 'closed' = 'start';
  let cellStart = from;
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (state === 'quoted') {
      if (code === quote) state = 'closed';
    } else if (code === comma) {
      row.longest = Math.max(row.longest, at - cellStart);
      row.cells++;
      cellStart = at + 1;
      state = 'start';
    } else if (code === lineFeed || code === carriageReturn) {
      row.end = at;
      break;
    } else if (code === quote && (state === 'start' || state === 'closed')) state = 'quoted';
    else if (state === 'start') state = 'plain';
    else if (state === 'closed' && code !== space && code !== tab) {
      row.malformed = true;
      state = 'quoted';
    }
  }
  row.longest = Math.max(row.longest, at - cellStart);
  return row;
}

/**
 * The line ending of a file, by its first row: `\n` also stands for `\r\n`, whose `\r` is trimmed off the last cell.
 * @returns null if the text is too short.
 */
export function newlineOf(text: string, delimiter: string, ended: boolean): '\n' | '\r' | null {
  const { end } = scanRow(text, 0, delimiter);
  if (end === -1 || (text.charCodeAt(end) === carriageReturn && end + 1 === text.length))
    return ended ? '\n' : null;
  return text.charCodeAt(end) === carriageReturn && text.charCodeAt(end + 1) !== lineFeed ? '\r' : '\n';
}
