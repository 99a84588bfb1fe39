/** Where one CSV row ends and how large it is, without making its cells. */

const [quote, lineFeed, carriageReturn, space, tab] = [34, 10, 13, 32, 9];

export type ScannedRow = {
  /** Where the line ending is, or -1 when the text ends first. */
  end: number;
  cells: number;
  /** Characters of the longest cell as written, the unfinished one included. */
  longest: number;
  /** A closing quote is followed by more than blanks. */
  malformed: boolean;
};

/** Follow one row from `from`. Quotes count only where a cell begins; inside them line endings are text. */
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
 * The line ending of a file, by its first row: `\n` also stands for `\r\n`, whose `\r` goes with the trimming.
 * @returns null when the text is too short to tell.
 */
export function newlineOf(text: string, delimiter: string, ended: boolean): '\n' | '\r' | null {
  const { end } = scanRow(text, 0, delimiter);
  if (end === -1 || (text.charCodeAt(end) === carriageReturn && end + 1 === text.length))
    return ended ? '\n' : null;
  return text.charCodeAt(end) === carriageReturn && text.charCodeAt(end + 1) !== lineFeed ? '\r' : '\n';
}
