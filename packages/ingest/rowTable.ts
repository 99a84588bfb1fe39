/** The transition table of a DFA that accepts valid rows: from state and byte to state. */

/** States of every table. `reject` is the sink: its row is not skipped. A row ends in `afterRow` and begins in `beforeRow`. */
export const states = { reject: 0, afterRow: 1, beforeRow: 2 } as const;

/** The next state, at state × 256 + byte. */
export type RowTable = Uint16Array;

/** A table of more states would take more than 16 MB. */
const maxStates = 2 ** 15;

/** Numbers the states of a table. */
export class StateAllocator {
  private count = Object.keys(states).length;

  /** Allocates states. Returns the number of the first one. */
  allocate(states: number): number {
    this.count += states;
    return this.count - states;
  }

  /** A table of all states, whose transitions lead to `reject`; null if there are too many. */
  table(): { after: RowTable; rowOf: (state: number) => Uint16Array } | null {
    if (this.count > maxStates) return null;
    const after = new Uint16Array(this.count * 256);
    return { after, rowOf: (state) => after.subarray(state * 256, (state + 1) * 256) };
  }
}

/** Copies the transitions of a DFA state. @param first - the number of the DFA's first state in the table. */
export function copyStates(from: Int32Array, first: number, to: Uint16Array): void {
  for (let byte = 0; byte < 256; byte++) {
    const state = from[byte]!;
    to[byte] = state < 0 ? states.reject : first + state;
  }
}

/** Sets one next state for several bytes. */
export function setAll(row: Uint16Array, bytes: Iterable<number>, state: number): void {
  for (const byte of bytes) row[byte] = state;
}
