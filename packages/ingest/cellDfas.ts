/** DFAs of CSV cells that are certainly valid. All others are left to `check.ts`. */
import type { Field } from '@cloakroom/contract/fields.ts';
import { dfaTableOf, keyOf, type Dfa, type DfaTable } from './dfa.ts';
import { numberDfa } from './numberDfa.ts';
import { blanks, isBlank, enumDfa, textDfa, type TextState } from './textDfas.ts';

type Trimmed<State> = { at: 'before' | 'after' } | { within: State };

/** A DFA that also accepts blanks before and after. A blank that the inner DFA accepts belongs to the value. */
function trimmed<State>(dfa: Dfa<State>): Dfa<Trimmed<State>> {
  const inside = (state: Trimmed<State>): State => ('within' in state ? state.within : dfa.start);
  return {
    start: { at: 'before' },
    // A key in JSON has quotes around a text.
    key: (state) => ('at' in state ? state.at : keyOf(dfa, state.within)),
    bytes: new Set([...dfa.bytes, ...blanks]),
    after(state, byte) {
      const outside = 'at' in state ? state.at : null;
      if (outside === 'after' || (outside === 'before' && isBlank(byte))) return isBlank(byte) ? state : null;
      const within = dfa.after(inside(state), byte);
      if (within !== null) return { within };
      return isBlank(byte) && dfa.isAccepting(inside(state)) ? { at: 'after' } : null;
    },
    isAccepting: (state) => ('at' in state && state.at === 'after') || dfa.isAccepting(inside(state)),
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

const same = (cells: DfaTable): CellDfa => ({ outside: cells, inside: cells, text: false });

/** A cell of blanks only. */
export const emptyCell = same(
  dfaTableOf(trimmed({ start: null, bytes: [], after: () => null, isAccepting: () => true })),
);

/** @param fields - by column; null where any text is valid. */
export function cellDfas(fields: readonly (Field | null)[]): CellDfa[] {
  const [first, others] = [fields.length > 1 ? firstText : onlyText, anyText];
  return fields.map((field, column) => {
    if (field && field.type !== 'string') return same(dfaTableOf(trimmed(numberDfa(field))));
    if (field?.enum) return same(dfaTableOf(trimmed(enumDfa(field.enum))));
    return { outside: column === 0 ? first : others, inside: anyText, text: true };
  });
}
