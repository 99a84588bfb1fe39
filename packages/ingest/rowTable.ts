/** The transition table of a DFA that accepts valid rows: from state and byte to state. */

/** States that every table has: doubt, which has no way out, behind a row, and where a row has to begin. */
export const states = { reject: 0, afterRow: 1, beforeRow: 2 } as const;

/** The state that follows, at state × 256 + byte. */
export type RowTable = Uint16Array;

/** Rows of more states, whose table would take more than 16 MB, are not skipped. */
const maxStates = 2 ** 15;

/** Numbers the states of a table. */
export class StateAllocator {
  private count = Object.keys(states).length;

  /** Numbers for so many states; the first of them. */
  allocate(more: number): number {
    this.count += more;
    return this.count - more;
  }

  /** A table for all of them, with every transition to doubt; null when there are too many. */
  table(): { after: RowTable; rowOf: (state: number) => Uint16Array } | null {
    if (this.count > maxStates) return null;
    const after = new Uint16Array(this.count * 256);
    return { after, rowOf: (state) => after.subarray(state * 256, (state + 1) * 256) };
  }
}

/** Write what follows a state of a language whose states begin with that number in the table. */
export function copyStates(from: Int32Array, first: number, to: Uint16Array): void {
  for (let byte = 0; byte < 256; byte++) {
    const state = from[byte]!;
    to[byte] = state < 0 ? states.reject : first + state;
  }
}

/** Write one state for several bytes. */
export function setAll(row: Uint16Array, bytes: Iterable<number>, state: number): void {
  for (const byte of bytes) row[byte] = state;
}
