/** DFAs of the CSV cells that are certainly valid. All other cells are left to the check. */
import type { Field } from '@cloakroom/contract/fields.ts';
import { dfaTableOf, type Dfa, type DfaTable } from './dfa.ts';
import { numberDfa } from './numberDfa.ts';
import { blanks, isBlank, enumDfa, text, type TextState } from './textDfas.ts';

type Trimmed<State> = { at: 'before' | 'after' } | { within: State };

/** A DFA that also accepts blanks before and after its words. A blank that a word may contain belongs to the word. */
function trimmed<State>(language: Dfa<State>): Dfa<Trimmed<State>> {
  const inside = (state: Trimmed<State>): State => ('within' in state ? state.within : language.start);
  return {
    start: { at: 'before' },
    bytes: new Set([...language.bytes, ...blanks]),
    after(state, byte) {
      const outside = 'at' in state ? state.at : null;
      if (outside === 'after' || (outside === 'before' && isBlank(byte))) return isBlank(byte) ? state : null;
      const within = language.after(inside(state), byte);
      if (within !== null) return { within };
      return isBlank(byte) && language.isWord(inside(state)) ? { at: 'after' } : null;
    },
    isWord: (state) => ('at' in state && state.at === 'after') || language.isWord(inside(state)),
  };
}

const anyText = dfaTableOf(text);

/** Text of a row's first column: knows whether the row has only blanks so far, as it would be skipped if it ended there. */
const firstText = dfaTableOf<TextState>({ ...text, start: 'blank' });

/** Text of a row's only column: it begins with ASCII that is no blank, because wide blanks alone make no row either. */
const onlyText = dfaTableOf<TextState>({
  ...text,
  start: 'blank',
  after: (state, byte) =>
    state === 'blank' && (byte >= 0x80 || isBlank(byte)) ? null : text.after(state, byte),
});

/** A column's cells as they stand outside and inside quotes; `text` when quotes and line feeds may be in them. */
export type CellDfa = { outside: DfaTable; inside: DfaTable; text: boolean };

const same = (cells: DfaTable): CellDfa => ({ outside: cells, inside: cells, text: false });

/** A cell of nothing but blanks. */
export const emptyCell = same(
  dfaTableOf(trimmed({ start: null, bytes: [], after: () => null, isWord: () => true })),
);

/**
 * The cells of each column of a file.
 * @param fields - of the columns; null where any text is valid.
 */
export function cellDfas(fields: readonly (Field | null)[]): CellDfa[] {
  const [first, others] = [fields.length > 1 ? firstText : onlyText, anyText];
  return fields.map((field, column) => {
    if (field && field.type !== 'string') return same(dfaTableOf(trimmed(numberDfa(field))));
    if (field?.enum) return same(dfaTableOf(trimmed(enumDfa(field.enum))));
    return { outside: column === 0 ? first : others, inside: anyText, text: true };
  });
}
