import { expect, test } from 'vitest';
import { afterCharacter } from '#rows/utf8.ts';

/** Where the first character ends as the platform's decoder has it; -1 where it begins none. */
function judged(bytes: Uint8Array): number {
  for (let end = 1; end <= bytes.length; end++)
    try {
      new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(0, end));
      return end;
    } catch {
      // Not whole yet, or wrong.
    }
  return -1;
}

test('a character is one, and ends, where the platform’s own decoder says so', () => {
  const edges = [0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff];
  const others = [0x7f, 0x80, 0xbf, 0xc0];
  for (let lead = 0x80; lead <= 0xff; lead++)
    for (const second of edges)
      for (const third of others)
        for (const fourth of others) {
          const bytes = Uint8Array.of(lead, second, third, fourth);
          expect(afterCharacter(bytes, 0, 4), bytes.join(' ')).toBe(judged(bytes));
        }
});

test('a character that is cut is none yet', () => {
  for (const letter of ['é', '€', '𝄞']) {
    const bytes = new TextEncoder().encode(`x${letter}y`);
    expect(afterCharacter(bytes, 1, bytes.length)).toBe(bytes.length - 1);
    for (let end = 2; end < bytes.length - 1; end++) expect(afterCharacter(bytes, 1, end)).toBe(-1);
  }
});
