/** References to values of a group. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { envelopeText } from '@cloakroom/wire/envelope.ts';
import { groupReference, isGroupReference, readGroupReference } from '@cloakroom/wire/groupReference.ts';
import { recordsPerGroup } from '@cloakroom/contract/segments.ts';

const sealedValues = fc.uint8Array({ minLength: 8, maxLength: 200 });
const positions = fc.integer({ min: 0, max: recordsPerGroup - 1 });

describe('a reference to a value of a group', () => {
  test('has the position and 8 bytes of the ciphertext', () => {
    fc.assert(
      fc.property(sealedValues, positions, (sealed, position) => {
        const text = groupReference(sealed, position);
        expect(text).toMatch(/^v2\.[A-Za-z0-9_-]{12}$/);
        expect(isGroupReference(text)).toBe(true);
        const read = readGroupReference(text);
        expect(read.position).toBe(position);
        expect(Buffer.from(sealed).includes(Buffer.from(read.sample))).toBe(true);
      }),
    );
  });

  test('differs between all positions of a group', () => {
    const sealed = new Uint8Array(48);
    const texts = Array.from({ length: recordsPerGroup }, (_, position) => groupReference(sealed, position));
    expect(new Set(texts).size).toBe(recordsPerGroup);
  });

  test('needs at least 8 bytes of ciphertext', () => {
    expect(() => groupReference(new Uint8Array(7), 0)).toThrow(RangeError);
  });

  test('differs from an envelope in its beginning', () => {
    expect(isGroupReference(envelopeText(new Uint8Array(56)))).toBe(false);
    expect(isGroupReference('')).toBe(false);
  });

  test('is refused with another number of bytes, and as an envelope', () => {
    for (const length of [0, 1, 8, 10, 56])
      expect(() => readGroupReference(envelopeText(new Uint8Array(length), 'v2.'))).toThrow(
        'not a reference to a sealed value',
      );
    expect(() => readGroupReference(envelopeText(new Uint8Array(9)))).toThrow(RangeError);
  });

  test('reads or refuses any text, and never fails otherwise', () => {
    const texts = fc.oneof(
      fc.string({ maxLength: 20 }),
      fc.base64String({ maxLength: 16 }).map((text) => `v2.${text}`),
    );
    fc.assert(
      fc.property(texts, (text) => {
        try {
          const { sample, position } = readGroupReference(text);
          expect(envelopeText(Buffer.concat([sample, Buffer.of(position)]), 'v2.')).toBe(text);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
