/** Single values: sealing, opening, and refusing changed ones. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeShortId } from '@cloakroom/wire/shortId.ts';
import { envelopeOverhead } from '@cloakroom/sealed-index/crypto/aead.ts';
import { padValue, paddedLength, readValue } from '@cloakroom/sealed-index/crypto/plaintext.ts';
import { Tampered } from '@cloakroom/sealed-index/crypto/tampered.ts';
import { fieldSealer, type ValueContext } from '@cloakroom/sealed-index/crypto/value.ts';

const place: ValueContext = { schema: 'abcdefghijkmnopqrstuvw', field: 'name', generation: 1 };
const key = Buffer.alloc(32, 1);
const record = Buffer.from('000102030405060708090a0b00000007', 'hex');
const sealer = fieldSealer(key, place);
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 2000, size: 'max' }),
);

describe('a value', () => {
  test('opens unchanged, whatever its text, type and record', () => {
    const id = fc.uint8Array({ minLength: 16, maxLength: 16 });
    fc.assert(
      fc.property(id, fc.constantFrom('s', 'n'), text, (owner, type, value) => {
        expect(sealer.open(owner, sealer.seal(owner, type, value))).toEqual({ type, text: value });
      }),
      { numRuns: 10_000 },
    );
  });

  test.each([
    '',
    '\ufeffmarked',
    '\0',
    '\u0080',
    'ends in padding \u0080\0\0',
    '-0',
    '1e3',
    'é',
    '𝒳'.repeat(40_000),
  ])('preserves %j exactly', (value) => {
    expect(sealer.open(record, sealer.seal(record, 's', value)).text).toBe(value);
  });

  test('is refused before sealing if UTF-8 cannot represent it', () => {
    expect(() => sealer.seal(record, 's', 'half \ud83d pair')).toThrow('surrogate');
  });

  test('is refused before sealing if its record is no id', () => {
    expect(() => sealer.seal(record.subarray(1), 's', 'x')).toThrow('16 bytes');
  });
});

describe('padding', () => {
  test.each([
    [1, 16],
    [15, 16],
    [16, 32],
    [31, 32],
    [512, 1024],
    [1023, 1024],
    [1024, 2048],
    [2047, 2048],
    [2048, 3072],
  ])('rounds %i bytes up to %i', (length, padded) => {
    expect(paddedLength(length)).toBe(padded);
  });

  test('gives every short value one length, so that "no" and "yes" look alike', () => {
    const lengths = ['', 'no', 'yes', '3.14', 'Netherlands'].map(
      (value) => sealer.seal(record, 's', value).length,
    );
    expect(new Set(lengths)).toEqual(new Set([16 + envelopeOverhead]));
  });

  test('leaves nothing of the previous value', () => {
    padValue('s', 'x'.repeat(1000));
    expect(padValue('s', 'ab').toString('latin1')).toBe(`sab\x80${'\0'.repeat(12)}`);
  });

  test('reads as no value when it is not padding, not a type, or not UTF-8', () => {
    for (const inside of ['7361620000', '0000', '78618000', '73ff8000', '80000000', '73c3a9edb08080']) {
      expect(readValue(Buffer.from(inside, 'hex')), inside).toBeNull();
    }
  });
});

describe('a value that was changed or moved', () => {
  const envelope = sealer.seal(record, 's', 'Augusta Ada King, Countess of Lovelace');
  const moved = (index: number) => {
    const other = Buffer.from(record);
    other[index] = other[index]! ^ 1;
    return other;
  };
  const flipped = (at: number, bit: number) => {
    const other = Buffer.from(envelope);
    other[at] = other[at]! ^ (1 << bit);
    return other;
  };
  const joined = () => {
    const other = sealer.seal(record, 's', 'Rear Admiral Grace Brewster Murray Hopper');
    return Buffer.concat([envelope.subarray(0, 24), other.subarray(24)]);
  };
  const opensElsewhere = (change: Partial<ValueContext>, otherKey = key) =>
    fieldSealer(otherKey, { ...place, ...change }).open(record, envelope);
  const bytes = [...envelope.keys()];

  test.each<[what: string, opens: (() => unknown)[]]>([
    ['any byte was changed', bytes.map((at) => () => sealer.open(record, flipped(at, at % 8)))],
    ['it was cut', bytes.map((length) => () => sealer.open(record, envelope.subarray(0, length)))],
    ['it was made longer', [() => sealer.open(record, Buffer.concat([envelope, Buffer.alloc(1)]))]],
    ['it was swapped for zeros', [() => sealer.open(record, Buffer.alloc(envelope.length))]],
    ['it was joined from two envelopes', [() => sealer.open(record, joined())]],
    [
      'its record differs in any byte',
      [...record.keys()].map((at) => () => sealer.open(moved(at), envelope)),
    ],
    [
      'the key differs in any byte',
      [...key.keys()].map((at) => () => opensElsewhere({}, Buffer.from(key).fill(9, at, at + 1))),
    ],
    [
      'it was moved to another field',
      ['Name', 'nam', 'name ', 'email', '', '__query'].map((field) => () => opensElsewhere({ field })),
    ],
    [
      'it was moved to another schema',
      ['bbcdefghijkmnopqrstuvw', 'abcdefghijkmnopqrstuvx', ''].map(
        (schema) => () => opensElsewhere({ schema }),
      ),
    ],
    [
      'it is said to be of another generation',
      [0, 2, 3, 256].map((generation) => () => opensElsewhere({ generation })),
    ],
  ])('is refused if %s', (_, opens) => {
    expect(sealer.open(record, envelope).text).toBe('Augusta Ada King, Countess of Lovelace');
    for (const open of opens) expect(open).toThrow(Tampered);
  });

  test('is refused with a message that names its field and record', () => {
    expect(() => sealer.open(record, flipped(30, 0))).toThrow(
      `The value of "name" in record ${encodeShortId(record)}`,
    );
  });
});
