/** DFAs of JSON values that are certainly valid. All others are left to `check.ts`. */
import type { Field } from '@cloakroom/contract/fields.ts';
import { dfaTableOf, type Dfa, type DfaTable } from './dfa.ts';
import { numberDfa } from './numberDfa.ts';
import { enumDfa, textDfa, type TextState } from './textDfas.ts';

const [quote, backslash] = [34, 92];
const oneOf = (letters: string) => {
  const codes = Array.from(letters, (letter) => letter.charCodeAt(0));
  return (byte: number): boolean => codes.includes(byte);
};
const isEscape = oneOf('"\\/bfnrt');
const isUnicode = oneOf('u');
const isHex = oneOf('0123456789abcdefABCDEF');
const mayBeginSurrogate = oneOf('dD');
const isNoSurrogate = oneOf('01234567');

/** Within a string, after a backslash, or within `\u` with the number of digits that follow; after `d` a surrogate is possible. */
type WrittenState = { in: TextState } | 'escape' | 'd' | { digits: number };

/** Any JSON string without its quotes. Escaped surrogates are rejected. */
const jsonTextDfa: Dfa<WrittenState> = {
  start: { in: 'text' },
  bytes: Array.from({ length: 256 }, (_, byte) => byte),
  after(state, byte) {
    if (state === 'escape') {
      if (isUnicode(byte)) return { digits: 4 };
      return isEscape(byte) ? jsonTextDfa.start : null;
    }
    if (state === 'd') return isNoSurrogate(byte) ? { digits: 2 } : null;
    if ('digits' in state) {
      if (!isHex(byte)) return null;
      if (state.digits === 4 && mayBeginSurrogate(byte)) return 'd';
      return state.digits === 1 ? jsonTextDfa.start : { digits: state.digits - 1 };
    }
    if (byte === quote || byte < 0x20) return null;
    if (state.in === 'text' && byte === backslash) return 'escape';
    const after = textDfa.after(state.in, byte);
    return after === null ? null : { in: after };
  },
  isAccepting: (state) => typeof state === 'object' && 'in' in state && state.in === 'text',
};
const anyText = dfaTableOf(jsonTextDfa);

/** Whether JSON writes a string without escapes. */
export const needsNoEscape = (text: string): boolean => JSON.stringify(text) === `"${text}"`;

/** The valid values of a field, without quotes. */
export function valueDfaOf(field: Field): DfaTable {
  if (field.type !== 'string') return dfaTableOf(numberDfa(field));
  return field.enum ? dfaTableOf(enumDfa(field.enum.filter(needsNoEscape))) : anyText;
}
