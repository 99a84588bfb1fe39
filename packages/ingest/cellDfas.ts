/** DFAs of CSV cells that are certainly valid. All others are left to `check.ts`. */
import type { Field } from '@cloakroom/contract/fields.ts';
import { dfaTableOf, keyOf, type Dfa, type DfaTable } from './dfa.ts';
import { numberDfa } from './numberDfa.ts';
import { blanks, isBlank, enumDfa, textDfa, type TextState } from './textDfas.ts';

type Trimmed<State> = { at: 'before' | 'after' } | { within: State };

/** A DFA that also accepts blanks before and after. A blank that the inner DFA accepts belongs to the value. */
function trimmed<State>(dfa: Dfa<State>): Dfa<Trimmed<State>> {
  const innerState = (state: Trimmed<State>): State => ('within' in state ? state.within : dfa.start);
  return {
    start: { at: 'before' },
    // The JSON of an inner state cannot equal `before` or `after`: strings have quotes in it.
    key: (state) => ('at' in state ? state.at : keyOf(dfa, state.within)),
    bytes: new Set([...dfa.bytes, ...blanks]),
    after(state, byte) {
      const outside = 'at' in state ? state.at : null;
      if (outside === 'after' || (outside === 'before' && isBlank(byte))) return isBlank(byte) ? state : null;
      const within = dfa.after(innerState(state), byte);
      if (within !== null) return { within };
      return isBlank(byte) && dfa.isAccepting(innerState(state)) ? { at: 'after' } : null;
    },
    isAccepting: (state) => ('at' in state && state.at === 'after') || dfa.isAccepting(innerState(state)),
  };
}

const anyText = dfaTableOf(textDfa);

/** Text of a row's first column. Its states distinguish blanks only, because a blank row is skipped. */
const firstText = dfaTableOf<TextState>({ ...textDfa, start: 'blank' });

/** Text of a row's only column, which begins with non-blank ASCII: a row of non-ASCII blanks is skipped too. */
const onlyText = dfaTableOf<TextState>({
  ...textDfa,
  start: 'blank',
  after: (state, byte) =>
    state === 'blank' && (byte >= 0x80 || isBlank(byte)) ? null : textDfa.after(state, byte),
});

/** A column's cells outside and inside quotes; `text` if they may contain quotes and line feeds. */
export type CellDfa = { outside: DfaTable; inside: DfaTable; text: boolean };

const sameInQuotes = (cells: DfaTable): CellDfa => ({ outside: cells, inside: cells, text: false });

/** A cell of blanks only. */
export const emptyCell = sameInQuotes(
  dfaTableOf(trimmed({ start: null, bytes: [], after: () => null, isAccepting: () => true })),
);

/** @param fields - by column; null if any text is valid. */
export function cellDfas(fields: readonly (Field | null)[]): CellDfa[] {
  const [firstColumn, otherColumns] = [fields.length > 1 ? firstText : onlyText, anyText];
  return fields.map((field, column) => {
    if (field && field.type !== 'string') return sameInQuotes(dfaTableOf(trimmed(numberDfa(field))));
    if (field?.enum) return sameInQuotes(dfaTableOf(trimmed(enumDfa(field.enum))));
    return { outside: column === 0 ? firstColumn : otherColumns, inside: anyText, text: true };
  });
}
