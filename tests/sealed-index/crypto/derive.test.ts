/** Key derivation and the encoding of its parts. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonical, deriveKey, hkdf, type CanonicalPart } from '@cloakroom/sealed-index/crypto/derive.ts';

const hex = (text: string) => Buffer.from(text, 'hex');
const range = (from: number, to: number) => Uint8Array.from({ length: to - from + 1 }, (_, i) => from + i);

describe('HKDF-SHA256 agrees with RFC 5869', () => {
  test('in test case 1, the basic one', () => {
    const key = hkdf(hex('0b'.repeat(22)), range(0x00, 0x0c), range(0xf0, 0xf9), 42);
    expect(key.toString('hex')).toBe(
      '3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865',
    );
  });

  test('in test case 2, with longer inputs and output', () => {
    const key = hkdf(range(0x00, 0x4f), range(0x60, 0xaf), range(0xb0, 0xff), 82);
    expect(key.toString('hex')).toBe(
      'b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c' +
        '59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87',
    );
  });

  test('in test case 3, without salt and info', () => {
    const key = hkdf(hex('0b'.repeat(22)), new Uint8Array(), new Uint8Array(), 42);
    expect(key.toString('hex')).toBe(
      '8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8',
    );
  });
});

const part = fc.oneof(fc.string({ unit: 'grapheme' }), fc.uint8Array({ maxLength: 12 }), fc.nat());

describe('the context of a key', () => {
  test('is never encoded the same for two different lists of parts', () => {
    const readable = (parts: CanonicalPart[]) =>
      JSON.stringify(parts.map((p) => (p instanceof Uint8Array ? { bytes: [...p] } : p)));
    fc.assert(
      fc.property(fc.array(part), fc.array(part), (a, b) => {
        expect(canonical(...a).equals(canonical(...b))).toBe(readable(a) === readable(b));
      }),
      { numRuns: 2000 },
    );
  });

  test.each<[CanonicalPart[], CanonicalPart[]]>([
    [
      ['ab', 'c'],
      ['a', 'bc'],
    ],
    [['1'], [1]],
    [['a'], [Uint8Array.of(0x61)]],
    [
      [0, 1],
      [1, 0],
    ],
    [[''], []],
  ])('distinguishes %j from %j', (a, b) => {
    expect(deriveKey(range(0, 31), ...a).equals(deriveKey(range(0, 31), ...b))).toBe(false);
  });

  test('refuses parts without a unique encoding', () => {
    expect(() => canonical('half \ud83d pair')).toThrow('surrogate');
    for (const number of [-1, 0.5, 2 ** 53, NaN]) expect(() => canonical(number)).toThrow('whole number');
  });

  test('has room for the longest field name', () => {
    expect(deriveKey(range(0, 31), 'field', 'x'.repeat(22), '深'.repeat(127), 1)).toHaveLength(32);
  });
});
