import { describe, expect, it } from 'vitest';
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
import { recordSealer } from '@cloakroom/sealed-index/crypto/recordSealer.ts';
import { FieldSetMismatch } from '@cloakroom/sealed-index/crypto/tampered.ts';
import { fieldSealer } from '@cloakroom/sealed-index/crypto/value.ts';

const schema = 'abcdefghijkmnopqrstuvw';
const names = ['age', 'email', 'name'];
const sealers = names.map((field) =>
  fieldSealer(deriveKey(Buffer.alloc(32, 3), 'field', schema, field, 1), { schema, field, generation: 1 }),
);
const queryKey = Buffer.alloc(32, 4);
const sets = fieldSets(queryKey, { schema, generation: 1, names });
const sealer = recordSealer({ queryKey, schema, generation: 1 }, sealers);
const record = Buffer.alloc(16, 5);
const repacked = (envelopes: (Uint8Array | undefined)[], tag?: Uint8Array) => {
  const packed = Buffer.alloc(packedLength(envelopes, tag !== undefined));
  packInto(packed, envelopes, tag);
  return packed;
};
const age = { type: 'n', text: '36' } as const;
const name = { type: 's', text: 'Ada Lovelace' } as const;

describe('a sealed record', () => {
  it('opens to the same values, with its gaps', () => {
    expect(sealer.open(record, sealer.seal(record, [age, undefined, name]))).toEqual([age, undefined, name]);
  });

  it('gives each envelope as text under its field, and that text opens', () => {
    const shown = unpackRecord(sealer.seal(record, [age, undefined, name]), names);
    expect(Object.keys(shown)).toEqual(['age', 'name']);
    expect(sealers[2]!.open(record, envelopeBytes(shown.name!))).toEqual(name);
  });

  it('is refused under another id, and when two of its values are swapped', () => {
    const packed = sealer.seal(record, [undefined, name, name]);
    const other = Buffer.alloc(16, 6);
    expect(() => sealer.open(other, packed)).toThrow(FieldSetMismatch);
    const [, email, last] = packedEnvelopes(packed, 3);
    expect(() => sealer.open(other, repacked([undefined, email, last], sets.tag(other, [1, 2])))).toThrow(
      '"email"',
    );
    const swapped = repacked([undefined, last, email], fieldSetTagOf(packed)!);
    expect(() => sealer.open(record, swapped)).toThrow('"email"');
  });

  it('is refused when a value is dropped, when all are, and when its tag is stripped or another record’s', () => {
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
      expect(() => sealer.open(record, changed)).toThrow(FieldSetMismatch);
    expect(sealer.open(record, repacked([first, undefined, last], tag))).toEqual([age, undefined, name]);
  });

  it('differs from every other one, even without any value', () => {
    const packed = Array.from({ length: 100 }, (_, i) => sealer.seal(Buffer.alloc(16, i), []));
    expect(new Set(packed.map((one) => one.toString('hex'))).size).toBe(100);
    expect(new Set(packed.map(({ length }) => length))).toEqual(new Set([17]));
  });

  it('refuses a value beyond the fields', () => {
    expect(() => sealer.seal(record, [age, name, name, name])).toThrow(
      '4 values, but the schema has 3 fields',
    );
  });
});
