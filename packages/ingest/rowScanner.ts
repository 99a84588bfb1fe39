/** Passes over the good rows of a file as bytes, without making text of them. Whatever it doubts is left to the reader of text. */
import { limits } from './limits.ts';
import { states, type RowTable } from './rowTable.ts';

/** Follows a table of states over rows whose last byte is always the same: a line feed, or a brace. */
export class RowScanner {
  /** Such bytes that the last pass has passed over, wherever they stood. */
  endings = 0;
  private readonly table: RowTable;
  private readonly mark: number;
  private readonly told: (rows: number) => void;

  /**
   * @param mark - the last byte of every row.
   * @param told - how many good rows each pass has passed over.
   */
  constructor(table: RowTable, mark: number, told: (rows: number) => void) {
    this.table = table;
    this.mark = mark;
    this.told = told;
  }

  /**
   * Pass over whole good rows from the front of the bytes.
   * @param start - the state there.
   * @returns the place behind the last of them.
   */
  pass(bytes: Uint8Array, end: number, start: number = states.row): number {
    const ground = { after: this.table, mark: this.mark, bytes };
    const stop = bytes.subarray(0, end).lastIndexOf(this.mark) + 1;
    this.endings = 0;
    let [begin, rows] = [0, 0];
    for (const passed of walksOver(ground, stop, start)) {
      begin = passed.begin;
      rows += passed.rows;
      this.endings += passed.endings;
    }
    this.told(rows);
    return begin;
  }
}

type Ground = { after: RowTable; mark: number; bytes: Uint8Array };

/** Somebody who walks over rows, and what they have passed. */
class Walk {
  /** Where the row begins that they are in, and the state there. */
  begin: number;
  start: number;
  /** Rows before it, and bytes that may end one. */
  rows = 0;
  endings = 0;
  /** The row is too long to be passed: it may have a value that is. */
  stopped = false;
  /** Bytes in the row so far that might have ended it. */
  private inside = 0;

  constructor(begin: number, start: number) {
    this.begin = begin;
    this.start = start;
  }

  /** Go on from the beginning of the row to a place, or to what is doubted before it. */
  goOn(ground: Ground, to: number): void {
    this.inside = 0;
    this.go(ground, this.start, this.begin, to);
  }

  /** Go from one place to another, or to what is doubted before it. */
  go({ after, mark, bytes }: Ground, state: number, from: number, to: number): void {
    for (let at = from; at < to && state !== states.doubt && !this.stopped;) {
      const byte = bytes[at++]!;
      state = after[(state << 8) | byte]!;
      if (byte === mark) this.note(state, at);
    }
  }

  /** Take note of the state behind a byte that may end a row, and of the place there. */
  private note(state: number, at: number): void {
    this.stopped ||= at - this.begin > limits.fieldBytes;
    if (this.stopped || state === states.doubt) return;
    this.inside++;
    if (state !== states.row && state !== states.between) return;
    if (state === states.row) this.rows++;
    this.endings += this.inside;
    this.inside = 0;
    this.begin = at;
    this.start = state;
  }
}

/**
 * Walk over bytes that end like a row. Each step waits for the one before it, so three walk at once, from where rows seem
 * to begin: that takes half the time of one. Whoever turns out to have begun elsewhere doesn't count.
 */
function walksOver(ground: Ground, stop: number, start: number): Walk[] {
  const walks = [new Walk(0, start)];
  for (const near of [stop / 3, (2 * stop) / 3]) {
    const begin = rowNear(ground, Math.floor(near), stop);
    if (begin > walks.at(-1)!.begin && begin < stop) walks.push(new Walk(begin, states.row));
  }
  const begins = walks.map(({ begin }) => begin);
  const [first, second, third] = walks;
  if (first && second && third) walkTogether(ground, [first, second, third], stop);
  const passed: Walk[] = [];
  for (const [i, walk] of walks.entries()) {
    if (i > 0 && passed.at(-1)!.begin !== begins[i]) break;
    walk.goOn(ground, begins[i + 1] ?? stop);
    passed.push(walk);
  }
  passed.at(-1)!.goOn(ground, stop);
  return passed;
}

/** Bytes are taken four at a time, as one little-endian number. */
const word = 4;
/** Bytes by which each of the three goes on before somebody looks at what they have noted. */
const stride = 4096;
/** The places of words that may hold the end of a row, and the states before them. */
const notes = new Int32Array((2 * 3 * stride) / word);
/** The states in which they are. */
const now = new Uint16Array(3);

/** Go on by as many bytes as each has before the next one's beginning, or until one of them has a doubt. */
function walkTogether(ground: Ground, walks: [Walk, Walk, Walk], stop: number): void {
  const { after, mark, bytes } = ground;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [first, second, third] = walks;
  const [a, b, c] = [first.begin, second.begin, third.begin];
  const bytesEach = Math.min(b - a, c - b, stop - c);
  now.set([first.start, second.start, third.start]);
  for (let done = 0; done + word <= bytesEach; done += stride) {
    const most = Math.min(stride, bytesEach - done);
    const count = step(after, mark * ones, view, a + done, b + done, c + done, most);
    for (let i = 0; i < count; i += 2) {
      const at = notes[i]!;
      (at >= c ? third : at >= b ? second : first).go(ground, notes[i + 1]!, at, at + word);
    }
    if (now.includes(states.doubt) || walks.some(({ stopped }) => stopped)) break;
  }
}

/** For Alan Mycroft's test of whether a word has a byte of zeros (1987): the least such borrows its highest bit. */
const [ones, highs] = [0x01010101, 0x80808080];

/**
 * The loop that all the time goes into, which is why it calls nothing and asks of four bytes at once whether a row may
 * end among them.
 * @param marks - four times the byte that ends rows.
 * @returns how much it has written into the notes.
 */
function step(
  after: RowTable,
  marks: number,
  view: DataView,
  from: number,
  from2: number,
  from3: number,
  bytesEach: number,
): number {
  let [state, state2, state3] = [now[0]!, now[1]!, now[2]!];
  let count = 0;
  for (let i = 0; i + word <= bytesEach; i += word) {
    const bytes = view.getInt32(from + i, true);
    const bytes2 = view.getInt32(from2 + i, true);
    const bytes3 = view.getInt32(from3 + i, true);
    const less = bytes ^ marks;
    const less2 = bytes2 ^ marks;
    const less3 = bytes3 ^ marks;
    if (((less - ones) & ~less & highs) !== 0) {
      notes[count++] = from + i;
      notes[count++] = state;
    }
    if (((less2 - ones) & ~less2 & highs) !== 0) {
      notes[count++] = from2 + i;
      notes[count++] = state2;
    }
    if (((less3 - ones) & ~less3 & highs) !== 0) {
      notes[count++] = from3 + i;
      notes[count++] = state3;
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
  now.set([state, state2, state3]);
  return count;
}

/**
 * Where a row seems to begin after a place: where a whole one ends that begins behind a byte that may end one, which alone
 * might stand in quotes. 0 when there is none soon.
 */
function rowNear({ after, mark, bytes }: Ground, near: number, stop: number): number {
  let begin = near;
  for (let tries = 0; tries < 8; tries++) {
    begin = bytes.indexOf(mark, begin) + 1;
    if (begin === 0) return 0;
    const soon = Math.min(stop, begin + limits.fieldBytes);
    let state: number = states.row;
    for (let at = begin; at < soon && state !== states.doubt;) {
      const byte = bytes[at++]!;
      state = after[(state << 8) | byte]!;
      if (state === states.row && byte === mark) return at;
    }
  }
  return 0;
}
