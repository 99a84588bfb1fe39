/** Skips the valid rows of a file without decoding them. A row that the table rejects is left to the text reader. */
import { limits } from './limits.ts';
import { states, type RowTable } from './rowTable.ts';

/** Runs a transition table over rows whose last byte is always the same: a line feed, or a brace. */
export class RowScanner {
  /** Row-end bytes in the rows that the last call skipped, those inside quotes included. */
  endings = 0;
  private readonly table: RowTable;
  private readonly rowEnd: number;
  private readonly onSkipped: (rows: number) => void;

  /**
   * @param rowEnd - the last byte of every row.
   * @param onSkipped - called with the number of rows that each call skipped.
   */
  constructor(table: RowTable, rowEnd: number, onSkipped: (rows: number) => void) {
    this.table = table;
    this.rowEnd = rowEnd;
    this.onSkipped = onSkipped;
  }

  /**
   * Skips whole valid rows from the front of the bytes.
   * @param start - the state there.
   * @returns the offset after the last of them.
   */
  skipRows(bytes: Uint8Array, end: number, start: number = states.afterRow): number {
    const input = { after: this.table, rowEnd: this.rowEnd, bytes };
    const stop = bytes.subarray(0, end).lastIndexOf(this.rowEnd) + 1;
    this.endings = 0;
    let [begin, rows] = [0, 0];
    for (const skipped of scanRows(input, stop, start)) {
      begin = skipped.begin;
      rows += skipped.rows;
      this.endings += skipped.endings;
    }
    this.onSkipped(rows);
    return begin;
  }
}

type ScanInput = { after: RowTable; rowEnd: number; bytes: Uint8Array };

/** A position in the bytes, and the rows before it. */
class Cursor {
  /** The offset at which the current row begins, and the state there. */
  begin: number;
  start: number;
  /** Rows before it, and bytes that may end one. */
  rows = 0;
  endings = 0;
  /** Whether the row is too long to be skipped: one of its values may be too long. */
  stopped = false;
  /** Row-end bytes in the row so far that did not end it. */
  private inside = 0;

  constructor(begin: number, start: number) {
    this.begin = begin;
    this.start = start;
  }

  /** Continues from the beginning of the row to an offset, or to the first rejected byte before it. */
  resume(input: ScanInput, to: number): void {
    this.inside = 0;
    this.advance(input, this.start, this.begin, to);
  }

  /** Runs from one offset to another, or to the first rejected byte before it. */
  advance({ after, rowEnd, bytes }: ScanInput, state: number, from: number, to: number): void {
    for (let at = from; at < to && state !== states.reject && !this.stopped;) {
      const byte = bytes[at++]!;
      state = after[(state << 8) | byte]!;
      if (byte === rowEnd) this.addRowEnd(state, at);
    }
  }

  /** Records the state and the offset after a byte that may end a row. */
  private addRowEnd(state: number, at: number): void {
    this.stopped ||= at - this.begin > limits.fieldBytes;
    if (this.stopped || state === states.reject) return;
    this.inside++;
    if (state !== states.afterRow && state !== states.beforeRow) return;
    if (state === states.afterRow) this.rows++;
    this.endings += this.inside;
    this.inside = 0;
    this.begin = at;
    this.start = state;
  }
}

/**
 * Scans bytes that end like a row. Each step depends on the previous one, so three cursors run interleaved, from offsets at
 * which rows seem to begin: that takes half the time of one. A cursor that did not begin at a row is discarded.
 */
function scanRows(input: ScanInput, stop: number, start: number): Cursor[] {
  const cursors = [new Cursor(0, start)];
  for (const near of [stop / 3, (2 * stop) / 3]) {
    const begin = findRowStart(input, Math.floor(near), stop);
    if (begin > cursors.at(-1)!.begin && begin < stop) cursors.push(new Cursor(begin, states.afterRow));
  }
  const begins = cursors.map(({ begin }) => begin);
  const [first, second, third] = cursors;
  if (first && second && third) advanceTogether(input, [first, second, third], stop);
  const skipped: Cursor[] = [];
  for (const [i, cursor] of cursors.entries()) {
    if (i > 0 && skipped.at(-1)!.begin !== begins[i]) break;
    cursor.resume(input, begins[i + 1] ?? stop);
    skipped.push(cursor);
  }
  skipped.at(-1)!.resume(input, stop);
  return skipped;
}

/** Bytes are taken four at a time, as one little-endian number. */
const wordBytes = 4;
/** Bytes by which each of the three cursors advances before the candidates are examined. */
const strideBytes = 4096;
/** Offsets of words that may hold the end of a row, and the states before them. */
const candidates = new Int32Array((2 * 3 * strideBytes) / wordBytes);
/** The current state of each of the three. */
const currentStates = new Uint16Array(3);

/** Advances all three by as many bytes as each has before the next one's beginning, or until one of them rejects a byte. */
function advanceTogether(input: ScanInput, cursors: [Cursor, Cursor, Cursor], stop: number): void {
  const { after, rowEnd, bytes } = input;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [first, second, third] = cursors;
  const [a, b, c] = [first.begin, second.begin, third.begin];
  const bytesEach = Math.min(b - a, c - b, stop - c);
  currentStates.set([first.start, second.start, third.start]);
  for (let done = 0; done + wordBytes <= bytesEach; done += strideBytes) {
    const maxBytes = Math.min(strideBytes, bytesEach - done);
    const count = scanWords(after, rowEnd * ones, view, a + done, b + done, c + done, maxBytes);
    for (let i = 0; i < count; i += 2) {
      const at = candidates[i]!;
      (at >= c ? third : at >= b ? second : first).advance(input, candidates[i + 1]!, at, at + wordBytes);
    }
    if (currentStates.includes(states.reject) || cursors.some(({ stopped }) => stopped)) break;
  }
}

/** For Alan Mycroft's test of whether a word has a byte of zeros (1987): the lowest such byte borrows from its highest bit. */
const [ones, highs] = [0x01010101, 0x80808080];

/**
 * The hot loop: it calls no function, and tests four bytes at once for the end of a row.
 * @param rowEnds - the row-end byte in each of four bytes.
 * @returns the count of numbers written to the candidates.
 */
function scanWords(
  after: RowTable,
  rowEnds: number,
  view: DataView,
  from: number,
  from2: number,
  from3: number,
  bytesEach: number,
): number {
  let [state, state2, state3] = [currentStates[0]!, currentStates[1]!, currentStates[2]!];
  let count = 0;
  for (let i = 0; i + wordBytes <= bytesEach; i += wordBytes) {
    const bytes = view.getInt32(from + i, true);
    const bytes2 = view.getInt32(from2 + i, true);
    const bytes3 = view.getInt32(from3 + i, true);
    const less = bytes ^ rowEnds;
    const less2 = bytes2 ^ rowEnds;
    const less3 = bytes3 ^ rowEnds;
    if (((less - ones) & ~less & highs) !== 0) {
      candidates[count++] = from + i;
      candidates[count++] = state;
    }
    if (((less2 - ones) & ~less2 & highs) !== 0) {
      candidates[count++] = from2 + i;
      candidates[count++] = state2;
    }
    if (((less3 - ones) & ~less3 & highs) !== 0) {
      candidates[count++] = from3 + i;
      candidates[count++] = state3;
    }
    state = after[(state << 8) | (bytes & 255)]!;
    state2 = after[(state2 << 8) | (bytes2 & 255)]!;
    state3 = after[(state3 << 8) | (bytes3 & 255)]!;
    state = after[(state << 8) | ((bytes >>> 8) & 255)]!;
    state2 = after[(state2 << 8) | ((bytes2 >>> 8) & 255)]!;
    state3 = after[(state3 << 8) | ((bytes3 >>> 8) & 255)]!;
    state = after[(state << 8) | ((bytes >>> 16) & 255)]!;
    state2 = after[(state2 << 8) | ((bytes2 >>> 16) & 255)]!;
    state3 = after[(state3 << 8) | ((bytes3 >>> 16) & 255)]!;
    state = after[(state << 8) | (bytes >>> 24)]!;
    state2 = after[(state2 << 8) | (bytes2 >>> 24)]!;
    state3 = after[(state3 << 8) | (bytes3 >>> 24)]!;
  }
  currentStates.set([state, state2, state3]);
  return count;
}

/**
 * The offset at which a row seems to begin after another one: the end of a whole row that begins after a row-end byte; the
 * byte alone might be inside quotes. 0 if there is none nearby.
 */
function findRowStart({ after, rowEnd, bytes }: ScanInput, near: number, stop: number): number {
  let begin = near;
  for (let tries = 0; tries < 8; tries++) {
    begin = bytes.indexOf(rowEnd, begin) + 1;
    if (begin === 0) return 0;
    const limit = Math.min(stop, begin + limits.fieldBytes);
    let state: number = states.afterRow;
    for (let at = begin; at < limit && state !== states.reject;) {
      const byte = bytes[at++]!;
      state = after[(state << 8) | byte]!;
      if (state === states.afterRow && byte === rowEnd) return at;
    }
  }
  return 0;
}
