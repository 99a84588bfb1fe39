/** Deterministic finite automata over bytes, such as those of valid cells, and their transition tables. */

/** A DFA by its states, which are compared as JSON. */
export type Dfa<State> = {
  start: State;
  /** The bytes that have a transition from any state. */
  bytes: Iterable<number>;
  /** The state after a byte; null when no accepted word continues like that. */
  after(state: State, byte: number): State | null;
  /** Whether the state accepts. */
  isWord(state: State): boolean;
};

/** A DFA whose states are numbered; 0 is the start. */
export type DfaTable = {
  /** By state and byte the next state; -1 when there is none. */
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
