/** What is beyond doubt a good value of a JSON file, as languages of bytes. All else is for the check to decide. */
import type { Field } from '@cloakroom/contract/fields.ts';
import { dfaTableOf, type Dfa, type DfaTable } from './dfa.ts';
import { numberDfa } from './numberDfa.ts';
import { enumDfa, text, type TextState } from './textDfas.ts';

const [quote, backslash] = [34, 92];
const among = (letters: string) => {
  const codes = Array.from(letters, (letter) => letter.charCodeAt(0));
  return (byte: number): boolean => codes.includes(byte);
};
const isEscape = among('"\\/bfnrt');
const isUnicode = among('u');
const isHex = among('0123456789abcdefABCDEF');
const mayBeHalf = among('dD');
const isNoHalf = among('01234567');

/** Within a text, behind a backslash, or within `\u`: how many digits follow; `d` may begin half of a character. */
type WrittenState = { in: TextState } | 'escape' | 'd' | { digits: number };

/** Any text as JSON writes it between quotes. Halves of characters are doubts. */
const jsonTextDfa: Dfa<WrittenState> = {
  start: { in: 'text' },
  bytes: Array.from({ length: 256 }, (_, byte) => byte),
  after(state, byte) {
    if (state === 'escape') {
      if (isUnicode(byte)) return { digits: 4 };
      return isEscape(byte) ? jsonTextDfa.start : null;
    }
    if (state === 'd') return isNoHalf(byte) ? { digits: 2 } : null;
    if ('digits' in state) {
      if (!isHex(byte)) return null;
      if (state.digits === 4 && mayBeHalf(byte)) return 'd';
      return state.digits === 1 ? jsonTextDfa.start : { digits: state.digits - 1 };
    }
    if (byte === quote || byte < 0x20) return null;
    if (state.in === 'text' && byte === backslash) return 'escape';
    const after = text.after(state.in, byte);
    return after === null ? null : { in: after };
  },
  isWord: (state) => typeof state === 'object' && 'in' in state && state.in === 'text',
};
const anyText = dfaTableOf(jsonTextDfa);

/** Whether JSON writes a text as itself. */
export const needsNoEscape = (each: string): boolean => JSON.stringify(each) === `"${each}"`;

/** What a field's values may be, quotes aside. */
export function valueDfaOf(field: Field): DfaTable {
  if (field.type !== 'string') return dfaTableOf(numberDfa(field));
  return field.enum ? dfaTableOf(enumDfa(field.enum.filter(needsNoEscape))) : anyText;
}
