/** Languages of bytes, such as what a cell may hold, and the tables of their states. */

/** A language as its states, which are compared as JSON. */
export type Dfa<State> = {
  start: State;
  /** The bytes that may lead anywhere. */
  bytes: Iterable<number>;
  /** The state after a byte; null when no word of the language goes on like that. */
  after(state: State, byte: number): State | null;
  /** Whether a word may end here. */
  isWord(state: State): boolean;
};

/** A language whose states have numbers; 0 is the start. */
export type DfaTable = {
  /** By state and byte the state that follows; -1 when none does. */
  after: Int32Array[];
  isWord: boolean[];
};

/** Number all states that can be reached. */
export function dfaTableOf<State>(language: Dfa<State>): DfaTable {
  const bytes = [...language.bytes];
  const states: State[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (state: State): number => {
    const key = JSON.stringify(state);
    const number = numbers.get(key) ?? states.push(state) - 1;
    numbers.set(key, number);
    return number;
  };
  numberOf(language.start);
  const after: Int32Array[] = [];
  for (const state of states) {
    const row = new Int32Array(256).fill(-1);
    for (const byte of bytes) {
      const next = language.after(state, byte);
      if (next !== null) row[byte] = numberOf(next);
    }
    after.push(row);
  }
  return { after, isWord: states.map((state) => language.isWord(state)) };
}
