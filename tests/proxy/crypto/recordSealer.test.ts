import { describe, expect, it } from 'vitest';
import { envelopeBytes } from '#contract/envelope.ts';
import { packInto, packedLength, packedParts, unpackRecord } from '#contract/packedRecord.ts';
import { deriveKey } from '#proxy/crypto/derive.ts';
import { recordSealer } from '#proxy/crypto/recordSealer.ts';
import { fieldSealer } from '#proxy/crypto/value.ts';

const schema = 'abcdefghijkmnopqrstuvw';
const names = ['age', 'email', 'name'];
const sealers = names.map((field) =>
  fieldSealer(deriveKey(Buffer.alloc(32, 3), 'field', schema, field, 1), { schema, field, generation: 1 }),
);
const sealer = recordSealer(sealers);
const record = Buffer.alloc(16, 5);
const age = { type: 'n', text: '36' } as const;
const name = { type: 's', text: 'Ada Lovelace' } as const;

describe('a sealed record', () => {
  it('comes back whole, with its gaps', () => {
    expect(sealer.open(record, sealer.seal(record, [age, undefined, name]))).toEqual([age, undefined, name]);
  });

  it('shows each envelope as text under its field, and that text opens', () => {
    const shown = unpackRecord(sealer.seal(record, [age, undefined, name]), names);
    expect(Object.keys(shown)).toEqual(['age', 'name']);
    expect(sealers[2]!.open(record, envelopeBytes(shown.name!))).toEqual(name);
  });

  it('is refused under another id, and when two of its values change places', () => {
    const packed = sealer.seal(record, [undefined, name, name]);
    expect(() => sealer.open(Buffer.alloc(16, 6), packed)).toThrow('"email"');
    const [, email, last] = packedParts(packed, 3);
    const swapped = Buffer.alloc(packedLength([undefined, last, email]));
    packInto(swapped, [undefined, last, email]);
    expect(() => sealer.open(record, swapped)).toThrow('"email"');
  });

  it('has no room for a value beyond the fields', () => {
    expect(() => sealer.seal(record, [age, name, name, name])).toThrow('3 fields');
  });
});
