/** Varints: writing, reading, and refusing other forms. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { putVarint, varintLength, varintReader } from '@cloakroom/wire/varint.ts';

const refuse = (reason: string): never => {
  throw new RangeError(reason);
};
const numbers = fc.nat(31).chain((bits) => fc.integer({ min: 0, max: 2 ** (bits + 1) - 1 }));

describe('varints', () => {
  test('are read as they were written, in as many bytes as announced', () => {
    fc.assert(
      fc.property(fc.array(numbers, { maxLength: 20 }), (values) => {
        const lengths = values.map(varintLength);
        const bytes = new Uint8Array(lengths.reduce((sum, length) => sum + length, 0));
        let at = 0;
        for (const [i, value] of values.entries()) {
          const end = putVarint(bytes, at, value);
          expect(end - at).toBe(lengths[i]);
          at = end;
        }
        const reader = varintReader(bytes, 0, refuse);
        expect(values.map(() => reader.number())).toEqual(values);
        expect(reader.at).toBe(bytes.length);
      }),
    );
  });

  test.each([
    [0, 1],
    [127, 1],
    [128, 2],
    [16_383, 2],
    [16_384, 3],
    [2 ** 28 - 1, 4],
    [2 ** 28, 5],
    [2 ** 32 - 1, 5],
  ])('of %d have the length %d', (value, length) => {
    expect(varintLength(value)).toBe(length);
    expect(putVarint(new Uint8Array(8), 0, value)).toBe(length);
  });

  test.each([
    ['truncated', [], 'it is truncated'],
    ['truncated in the middle', [0x80], 'it is truncated'],
    ['longer than needed', [0x81, 0], 'not in its shortest form'],
    ['a zero of two bytes', [0x80, 0], 'not in its shortest form'],
    ['longer than five bytes', [0xff, 0xff, 0xff, 0xff, 0xff, 1], 'too long'],
  ])('are refused if %s', (_, bytes, reason) => {
    expect(() => varintReader(Uint8Array.from(bytes), 0, refuse).number()).toThrow(reason);
  });
});
