/** Records as earlier versions stored them: every value in an envelope of its own, with a tag of the set of fields. */
import { describe, expect, test } from 'vitest';
import { envelopeBytes } from '@cloakroom/wire/envelope.ts';
import {
  fieldSetTagOf,
  packInto,
  packedLength,
  packedEnvelopes,
  unpackRecord,
} from '@cloakroom/wire/packedRecord.ts';
import { deriveKey } from '@cloakroom/sealed-index/crypto/derive.ts';
import { fieldSets } from '@cloakroom/sealed-index/crypto/fieldSet.ts';
import { fieldSealer } from '@cloakroom/sealed-index/crypto/value.ts';
import { packedRecordSealer } from '#tests/support/packedRecords.ts';

const schema = 'abcdefghijkmnopqrstuvw';
const names = ['age', 'email', 'name'];
const sealers = names.map((field) =>
  fieldSealer(deriveKey(Buffer.alloc(32, 3), 'field', schema, field, 1), { schema, field, generation: 1 }),
);
const queryKey = Buffer.alloc(32, 4);
const sets = fieldSets(queryKey, { schema, generation: 1, names });
const sealer = packedRecordSealer({ queryKey, schema, generation: 1 }, sealers);
const record = Buffer.alloc(16, 5);
const repacked = (envelopes: (Uint8Array | undefined)[], tag?: Uint8Array) => {
  const packed = Buffer.alloc(packedLength(envelopes, tag !== undefined));
  packInto(packed, envelopes, tag);
  return packed;
};
/** The values of a packed record; null if its tag doesn't match its fields. */
function opened(id: Uint8Array, packed: Uint8Array) {
  const envelopes = packedEnvelopes(packed, names.length);
  const present = [...envelopes.keys()].filter((field) => envelopes[field]);
  const tag = Buffer.from(fieldSetTagOf(packed) ?? []).toString('hex');
  if (!sets.fits(id, present, tag)) return null;
  return envelopes.map((envelope, field) => envelope && sealers[field]!.open(id, envelope));
}
const age = { type: 'n', text: '36' } as const;
const name = { type: 's', text: 'Ada Lovelace' } as const;

describe('a sealed record', () => {
  test('opens to the same values, with its gaps', () => {
    expect(opened(record, sealer.seal(record, [age, undefined, name]))).toEqual([age, undefined, name]);
  });

  test('gives each envelope as text under its field, and that text opens', () => {
    const shown = unpackRecord(sealer.seal(record, [age, undefined, name]), names);
    expect(Object.keys(shown)).toEqual(['age', 'name']);
    expect(sealers[2]!.open(record, envelopeBytes(shown.name!))).toEqual(name);
  });

  test('is refused under another id, and when two of its values are swapped', () => {
    const packed = sealer.seal(record, [undefined, name, name]);
    const other = Buffer.alloc(16, 6);
    expect(opened(other, packed)).toBeNull();
    const [, email, last] = packedEnvelopes(packed, 3);
    expect(() => opened(other, repacked([undefined, email, last], sets.tag(other, [1, 2])))).toThrow(
      '"email"',
    );
    const swapped = repacked([undefined, last, email], fieldSetTagOf(packed)!);
    expect(() => opened(record, swapped)).toThrow('"email"');
  });

  test('is refused when a value is dropped, when all are, and when its tag is stripped or another record’s', () => {
    const packed = sealer.seal(record, [age, undefined, name]);
    const tag = fieldSetTagOf(packed)!;
    const [first, , last] = packedEnvelopes(packed, 3);
    const others = fieldSetTagOf(sealer.seal(Buffer.alloc(16, 6), [age, undefined, name]))!;
    for (const changed of [
      repacked([first], tag),
      repacked([undefined, undefined, last], tag),
      repacked([], tag),
      repacked([first, undefined, last]),
      repacked([first, undefined, last], others),
    ])
      expect(opened(record, changed)).toBeNull();
    expect(opened(record, repacked([first, undefined, last], tag))).toEqual([age, undefined, name]);
  });

  test('differs from every other one, even without any value', () => {
    const packed = Array.from({ length: 100 }, (_, i) => sealer.seal(Buffer.alloc(16, i), []));
    expect(new Set(packed.map((one) => one.toString('hex'))).size).toBe(100);
    expect(new Set(packed.map(({ length }) => length))).toEqual(new Set([17]));
  });
});
