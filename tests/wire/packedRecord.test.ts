/** Packed records: reading, and refusing damaged bytes. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { envelopeText } from '@cloakroom/wire/envelope.ts';
import {
  fieldSetTagOf,
  packInto,
  packedLength,
  packedEnvelopes,
  unpackRecord,
} from '@cloakroom/wire/packedRecord.ts';

const pack = (envelopes: (Uint8Array | undefined)[], tag?: Uint8Array) => {
  const bytes = new Uint8Array(packedLength(envelopes, tag !== undefined));
  packInto(bytes, envelopes, tag);
  return bytes;
};

describe('a packed record', () => {
  test('yields its envelopes, each at its field', () => {
    const envelope = fc.option(fc.uint8Array({ minLength: 1, maxLength: 300 }), {
      nil: undefined,
    });
    fc.assert(
      fc.property(fc.array(envelope, { maxLength: 200 }), (envelopes) => {
        const tag = Uint8Array.from({ length: 16 }, (_, i) => i);
        expect(packedEnvelopes(pack(envelopes), envelopes.length)).toEqual(envelopes);
        expect(packedEnvelopes(pack(envelopes, tag), envelopes.length)).toEqual(envelopes);
        expect(fieldSetTagOf(pack(envelopes, tag))).toEqual(tag);
        expect(fieldSetTagOf(pack(envelopes))).toBeNull();
      }),
      { numRuns: 300 },
    );
  });

  test('is read as names and envelope texts, whatever the names are', () => {
    const [a, b] = [Uint8Array.of(1, 2), Uint8Array.of(3)];
    const record = unpackRecord(pack([a, undefined, b]), ['__proto__', 'age', 'constructor']);
    expect(Object.entries(record)).toEqual([
      ['__proto__', envelopeText(a)],
      ['constructor', envelopeText(b)],
    ]);
  });

  test.each([
    ['truncated before a length', [0], 'truncated'],
    ['truncated in a number', [0, 0x80], 'truncated'],
    ['written with a number beyond 32 bits', [0xff, 0xff, 0xff, 0xff, 0xff, 1, 1], 'too long'],
    ['written with a length beyond all memory', [0, 0xff, 0xff, 0xff, 0xff, 0x7f, 1], 'truncated'],
  ])('is refused if it is %s', (_, bytes, reason) => {
    expect(() => packedEnvelopes(Uint8Array.from(bytes), 2)).toThrow(reason);
  });

  test('reads or refuses any bytes, and never fails otherwise', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        try {
          const parts = packedEnvelopes(bytes, 8);
          expect(pack(parts, fieldSetTagOf(bytes) ?? undefined)).toEqual(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
      { numRuns: 3000 },
    );
  });
});
