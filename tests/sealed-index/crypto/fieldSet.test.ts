/** Field-set tags and definition digests: test vectors of other implementations (HKDF, BLAKE2b and SHA-256 of Python). */
import { describe, expect, test } from 'vitest';
import { fieldsOf } from '@cloakroom/contract/fields.ts';
import { fieldSets } from '@cloakroom/sealed-index/crypto/fieldSet.ts';
import { definitionDigest } from '@cloakroom/proxy/definitions/digest.ts';

const bytes = (count: number) => Buffer.from(Array.from({ length: count }, (_, i) => i));
const schema = '2'.repeat(22);
const place = { schema, generation: 3, names: ['age', 'city', 'name'] };
const sets = fieldSets(bytes(32), place);
const record = bytes(16);

describe('a field-set tag', () => {
  test('matches no other record, fields, schema, generation or key', () => {
    const tag = 'd809048e3fe35640e644c3150bbaf5c6';
    expect(sets.fits(Buffer.alloc(16), [0, 2], tag)).toBe(false);
    for (const fields of [[], [0], [0, 1], [0, 1, 2]]) expect(sets.fits(record, fields, tag)).toBe(false);
    for (const other of [
      fieldSets(bytes(32), { ...place, schema: '3'.repeat(22) }),
      fieldSets(bytes(32), { ...place, generation: 2 }),
      fieldSets(bytes(32), { ...place, names: ['agen', 'city', 'ame'] }),
      fieldSets(Buffer.alloc(32), place),
    ])
      expect(other.fits(record, [0, 2], tag)).toBe(false);
    for (const text of ['', 'd8', `${tag}00`, tag.toUpperCase().slice(1), 'z'.repeat(32)])
      expect(sets.fits(record, [0, 2], text)).toBe(false);
  });

  test('reveals what is lost: a few fields of many, or all', () => {
    const names = Array.from({ length: 60 }, (_, i) => `field ${i}`);
    const wide = fieldSets(bytes(32), { schema, generation: 1, names });
    const all = [...names.keys()];
    const tag = wide.tag(record, all).toString('hex');
    const lost = (fields: number[]) => wide.lost(record, fields, tag);
    expect(lost(all.filter((field) => field !== 7))).toEqual([7]);
    expect(lost(all.filter((field) => field !== 7 && field !== 50))).toEqual([7, 50]);
    expect(lost(all.filter((field) => field > 7))).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(lost([])).toEqual(all);
    expect(wide.lost(Buffer.alloc(16), [], tag)).toBeNull();
  });
});

test('the digest of a definition is the published one, whatever the order of properties and the irrelevant keywords', () => {
  const fields = fieldsOf({
    type: 'object',
    properties: {
      city: { type: 'string', enum: ['Oslo', 'Łódź'], title: 'City' },
      age: { minimum: 0, maximum: 120, type: 'integer', description: 'in years' },
    },
    required: ['city'],
  });
  expect(definitionDigest(schema, fields)).toBe(
    'e7f3eff865d6650e5bd24cc44893c18e5ed1038158a1d906c3e874209657122c',
  );
});
