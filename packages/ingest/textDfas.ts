/** DFAs of UTF-8 text: any text, or one of a list of strings. */
import type { Dfa } from './dfa.ts';

const [tab, space] = [9, 32];

/** Blanks that are trimmed from a cell, without line feeds. Non-ASCII ones are rejected. */
export const blanks = [tab, 11, 12, 13, space];
export const isBlank = (byte: number): boolean => blanks.includes(byte);

const byteRange = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i);

/** The largest total size of the listed strings. The DFA of a longer list rejects every string. */
const maxEnumBytes = 4096;

/** The DFA of a list of strings, as a trie of their prefixes. */
export function enumDfa(allowed: readonly string[]): Dfa<number> {
  const prefixes = [{ isAccepting: false, after: new Map<number, number>() }];
  const encoder = new TextEncoder();
  const texts = allowed.filter((text) => text === text.trim()).map((text) => encoder.encode(text));
  const isShort = texts.reduce((bytes, { length }) => bytes + length, 0) <= maxEnumBytes;
  for (const text of isShort ? texts : []) {
    let at = 0;
    for (const byte of text) {
      const { after } = prefixes[at]!;
      at = after.get(byte) ?? prefixes.push({ isAccepting: false, after: new Map() }) - 1;
      after.set(byte, at);
    }
    prefixes[at]!.isAccepting = true;
  }
  return {
    start: 0,
    key: (state) => state,
    bytes: new Set(texts.flatMap((text) => [...text])),
    after: (state, byte) => prefixes[state]!.after.get(byte) ?? null,
    isAccepting: (state) => prefixes[state]!.isAccepting,
  };
}

/** Multi-byte characters: their first bytes, the bounds of the second, how many more follow (Unicode, table 3-7). */
const multiByte: { first: number[]; second: [number, number]; more: number }[] = [
  { first: byteRange(0xc2, 0xdf), second: [0x80, 0xbf], more: 0 },
  { first: [0xe0], second: [0xa0, 0xbf], more: 1 },
  { first: [...byteRange(0xe1, 0xec), 0xee, 0xef], second: [0x80, 0xbf], more: 1 },
  { first: [0xed], second: [0x80, 0x9f], more: 1 },
  { first: [0xf0], second: [0x90, 0xbf], more: 2 },
  { first: byteRange(0xf1, 0xf3), second: [0x80, 0xbf], more: 2 },
  { first: [0xf4], second: [0x80, 0x8f], more: 2 },
];

/** Blanks so far, text so far, or within a character: the bounds of its next byte, and how many more follow. */
export type TextState = 'blank' | 'text' | { next: [number, number]; more: number };

/** Any text in UTF-8. */
export const textDfa: Dfa<TextState> = {
  start: 'text',
  bytes: byteRange(0, 255),
  after(state, byte) {
    if (typeof state === 'object') {
      const [first, last] = state.next;
      if (byte < first || byte > last) return null;
      return state.more === 0 ? 'text' : { next: [0x80, 0xbf], more: state.more - 1 };
    }
    if (byte < 0x80) return state === 'blank' && isBlank(byte) ? 'blank' : 'text';
    const character = multiByte.find(({ first }) => first.includes(byte));
    return character ? { next: character.second, more: character.more } : null;
  },
  isAccepting: (state) => typeof state === 'string',
};
