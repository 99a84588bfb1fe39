/** Columns of whole numbers. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  putWholeNumbers,
  readWholeNumbers,
  wholeNumberOf,
  widthOf,
} from '@cloakroom/sealed-index/crypto/wholeNumbers.ts';

const greatest = 10 ** 15 - 1;
const numbers = fc.oneof(
  fc.constant(-1),
  fc.nat(300),
  fc.nat(70_000),
  fc.maxSafeNat().map((value) => value % (greatest + 1)),
);

describe('a column of whole numbers', () => {
  test('is written in as few bytes as its greatest number needs, and read again', () => {
    fc.assert(
      fc.property(fc.array(numbers, { minLength: 1, maxLength: 32 }), fc.nat(5), (column, at) => {
        const bytes = new Uint8Array(at + 1 + column.length * 7);
        const max = Math.max(...column);
        const width = widthOf(max);
        const end = putWholeNumbers(bytes, at, column, width);
        expect(width).toBe(Math.max(1, Math.ceil(BigInt(max + 1).toString(16).length / 2)));
        expect(end).toBe(at + 1 + column.length * width);
        const read = readWholeNumbers(bytes, at, column.length);
        expect(read?.end).toBe(end);
        expect(column.map((_, record) => read?.numberAt(record))).toEqual(column);
      }),
      { numRuns: 500, examples: [0, 254, 255, 65_534, 65_535, greatest].map((value) => [[value], 0]) },
    );
  });

  test.each([
    ['without a width', '', 1],
    ['of no bytes a number', '00', 1],
    ['of eight bytes a number', '080100000000000001', 1],
    ['that is cut', '020100', 2],
    ['in more bytes than it needs', '0201000200', 2],
    ['beyond its limit', '0700c06e31d9100001'.slice(0, 16), 1],
  ])('is refused %s', (_, hex, records) => {
    expect(readWholeNumbers(Buffer.from(hex, 'hex'), 0, records)).toBeNull();
  });
});

describe('a whole number', () => {
  test('is what the usual decimal text of a number says', () => {
    fc.assert(
      fc.property(fc.oneof(fc.maxSafeNat(), fc.nat(1000)).map(String), (text) => {
        expect(wholeNumberOf(text)).toBe(text.length > 15 ? -1 : Number(text));
      }),
    );
  });

  test.each(['', '-1', '-0', '007', '1.5', '1e3', ' 1', '1 ', '１', '1_0', '1000000000000000'])(
    'is not what the text "%s" says',
    (text) => expect(wholeNumberOf(text)).toBe(-1),
  );
});
