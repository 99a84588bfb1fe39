/** Groups of records as bytes. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decodeGroup,
  encodeGroup,
  fieldCountOf,
  groupSaltBytes,
  type SealedGroup,
} from '@cloakroom/wire/recordGroup.ts';
import { recordsPerGroup } from '@cloakroom/contract/segments.ts';

const groups: fc.Arbitrary<SealedGroup> = fc.record({
  records: fc.integer({ min: 1, max: recordsPerGroup }),
  salt: fc.uint8Array({ minLength: groupSaltBytes, maxLength: groupSaltBytes }),
  fields: fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 200 }),
});
const [a, b] = [Uint8Array.of(0xaa), Uint8Array.of(0xbb, 0xcc)];
const group: SealedGroup = { records: 2, salt: new Uint8Array(groupSaltBytes).fill(5), fields: [a, b] };

describe('a group of records', () => {
  test('is decoded to what was encoded', () => {
    fc.assert(
      fc.property(groups, (sealed) => {
        expect(decodeGroup(encodeGroup(sealed), sealed.fields.length)).toEqual(sealed);
      }),
      { numRuns: 200 },
    );
  });

  test('shows how many fields it has', () => {
    fc.assert(
      fc.property(groups, (sealed) => {
        expect(fieldCountOf(encodeGroup(sealed))).toBe(sealed.fields.length);
      }),
      { numRuns: 200 },
    );
    expect(() => fieldCountOf(encodeGroup(group).subarray(0, -1))).toThrow('it is truncated');
  });

  test('is the number of records, the salt, and each field after its length', () => {
    const bytes = encodeGroup(group);
    expect(Buffer.from(bytes).toString('hex')).toBe(`02${'05'.repeat(groupSaltBytes)}01aa02bbcc`);
  });

  test('has a length of two bytes before a field of 128 bytes', () => {
    const field = new Uint8Array(128);
    const bytes = encodeGroup({ ...group, fields: [field] });
    expect([...bytes.subarray(23, 25)]).toEqual([0x80, 0x01]);
    expect(decodeGroup(bytes, 1).fields).toEqual([field]);
  });

  test('is refused if it is truncated anywhere', () => {
    const bytes = encodeGroup(group);
    for (let length = 0; length < bytes.length; length++)
      expect(() => decodeGroup(bytes.subarray(0, length), 2)).toThrow(
        /^This is not a group of sealed records: /,
      );
  });

  test('is refused if it is longer than its fields', () => {
    const longer = Buffer.concat([encodeGroup(group), Buffer.of(0)]);
    expect(() => decodeGroup(longer, 2)).toThrow('it is longer than its fields');
  });

  test('is refused with more or fewer fields than the schema has', () => {
    const bytes = encodeGroup(group);
    expect(() => decodeGroup(bytes, 1)).toThrow('it is longer than its fields');
    expect(() => decodeGroup(bytes, 3)).toThrow('it is truncated');
  });

  test('has no number of fields if its head is truncated', () => {
    expect(fieldCountOf(encodeGroup(group))).toBe(2);
    expect(() => fieldCountOf(encodeGroup(group).subarray(0, 5))).toThrow('it is truncated');
  });

  test.each([0, 33, 255])('is refused with %d records', (records) => {
    expect(() => decodeGroup(encodeGroup({ ...group, records }), 2)).toThrow(`it names ${records} records`);
  });

  test('is refused with a length beyond all memory', () => {
    const bytes = Buffer.concat([encodeGroup({ ...group, fields: [] }), Buffer.from('ffffffff7f01', 'hex')]);
    expect(() => decodeGroup(bytes, 1)).toThrow('it is truncated');
  });

  test('decodes or refuses any bytes, and never fails otherwise', () => {
    const bytes = fc
      .tuple(fc.uint8Array({ maxLength: 60 }), fc.integer({ min: 0, max: 6 }))
      .map(([tail, fields]) => ({ bytes: Buffer.from([...tail.slice(0, 1), ...tail]), fields }));
    const likely = fc
      .tuple(fc.integer({ min: 0, max: 40 }), fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 12 }))
      .map(([records, tail]) => ({
        bytes: Buffer.from([records, ...group.salt, ...tail]),
        fields: 3,
      }));
    fc.assert(
      fc.property(fc.oneof(bytes, likely), (input) => {
        try {
          const decoded = decodeGroup(input.bytes, input.fields);
          expect(Buffer.from(encodeGroup(decoded)).equals(input.bytes)).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
      { numRuns: 3000 },
    );
  });
});
