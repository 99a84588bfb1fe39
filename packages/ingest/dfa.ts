/** Deterministic finite automata over bytes, and their transition tables. */

/** A DFA defined by functions. States are equal if their keys are. */
export type Dfa<State> = {
  start: State;
  /** All bytes with a transition from some state. */
  bytes: Iterable<number>;
  /** The state after a byte; null if no accepted input continues with it. */
  after(state: State, byte: number): State | null;
  isAccepting(state: State): boolean;
  /** By default the state as JSON, which is slow for many states. */
  key?: (state: State) => string | number;
};

/** The key of a DFA's state. */
export const keyOf = <State>({ key }: Dfa<State>, state: State): string | number =>
  key ? key(state) : JSON.stringify(state);

/** A DFA whose states are numbered; 0 is the start. */
export type DfaTable = {
  /** The next state by state and byte; -1 if there is none. */
  after: Int32Array[];
  isAccepting: boolean[];
};

/** Numbers all reachable states. */
export function dfaTableOf<State>(dfa: Dfa<State>): DfaTable {
  const bytes = [...dfa.bytes];
  const states: State[] = [];
  const numbers = new Map<string | number, number>();
  const numberOf = (state: State): number => {
    const key = keyOf(dfa, state);
    let number = numbers.get(key);
    if (number === undefined) numbers.set(key, (number = states.push(state) - 1));
    return number;
  };
  numberOf(dfa.start);
  const after: Int32Array[] = [];
  for (const state of states) {
    const row = new Int32Array(256).fill(-1);
    for (const byte of bytes) {
      const next = dfa.after(state, byte);
      if (next !== null) row[byte] = numberOf(next);
    }
    after.push(row);
  }
  return { after, isAccepting: states.map((state) => dfa.isAccepting(state)) };
}
