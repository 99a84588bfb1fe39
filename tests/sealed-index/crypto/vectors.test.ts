/** The vectors of keys, envelopes, groups of records and field sets. */
import sodium from 'sodium-native';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openBytes } from '@cloakroom/sealed-index/crypto/aead.ts';
import { fitsCheck, keyCheck, keyProof } from '@cloakroom/sealed-index/crypto/checks.ts';
import { canonical, deriveKey, type CanonicalPart } from '@cloakroom/sealed-index/crypto/derive.ts';
import { fieldSets } from '@cloakroom/sealed-index/crypto/fieldSet.ts';
import { padValue, readValue, type Value, type ValueType } from '@cloakroom/sealed-index/crypto/plaintext.ts';
import { paddedGroupLength } from '@cloakroom/sealed-index/crypto/groupPlaintext.ts';
import { groupFieldOpener, groupSealer } from '@cloakroom/sealed-index/crypto/recordGroup.ts';
import { fieldSealer } from '@cloakroom/sealed-index/crypto/value.ts';
import { decodeGroup } from '@cloakroom/wire/recordGroup.ts';
import { textKeysOf } from '@cloakroom/sealed-index/textKeys.ts';
import { bytesOf, hexOf, readVectors } from '#tests/support/vectors.ts';

type VectorPart = string | number | { bytes: string };
const partOf = (part: VectorPart): CanonicalPart => (typeof part === 'object' ? bytesOf(part.bytes) : part);

describe('keys.json', () => {
  const vectors = readVectors<{
    schema: string;
    encodings: { parts: VectorPart[]; encoded: string }[];
    derived: { name: string; key: string; parts: VectorPart[]; derived: string }[];
    key_checks: { name: string; key: string; check: string }[];
    key_proofs: { key: string; request: string; proof: string }[];
    text_keys: { query_key: string; field: string; text: string; key: number }[];
  }>('keys');

  test.each(vectors.encodings)('the parts $parts are encoded', ({ parts, encoded }) => {
    expect(hexOf(canonical(...parts.map(partOf)))).toBe(encoded);
  });

  test.each(vectors.derived)('the $name is derived', ({ key, parts, derived }) => {
    expect(hexOf(deriveKey(bytesOf(key), ...parts.map(partOf)))).toBe(derived);
  });

  test.each(vectors.key_checks)('the key check of $name is made and fits', ({ name, key, check }) => {
    expect(keyCheck(bytesOf(key), vectors.schema, name)).toBe(check);
    expect(fitsCheck(check, bytesOf(key), vectors.schema, name)).toBe(true);
  });

  test.each(vectors.key_proofs)('the proof for request $request is made', ({ key, request, proof }) => {
    expect(keyProof(bytesOf(key), request)).toBe(proof);
  });

  test.each(vectors.text_keys)('the text "$text" has its key', ({ query_key, field, text, key }) => {
    expect(textKeysOf(bytesOf(query_key), field)(text)).toBe(key);
  });
});

describe('envelope.json', () => {
  const { key, record, values, associated_data, ...place } = readVectors<{
    key: string;
    schema: string;
    record: string;
    field: string;
    generation: number;
    associated_data: string;
    values: { type: ValueType; text: string; nonce: string; padded: string; envelope: string }[];
  }>('envelope');
  const sealer = fieldSealer(bytesOf(key), place);

  test.each(values)('the $type "$text" is sealed and opened', ({ type, text, nonce, padded, envelope }) => {
    expect(hexOf(padValue(type, text))).toBe(padded);
    expect(readValue(bytesOf(padded))).toEqual({ type, text });
    expect(hexOf(sealer.seal(bytesOf(record), type, text, bytesOf(nonce)))).toBe(envelope);
    expect(sealer.open(bytesOf(record), bytesOf(envelope))).toEqual({ type, text });
    expect(hexOf(openBytes(bytesOf(key), bytesOf(associated_data), bytesOf(envelope))!)).toBe(padded);
  });
});

describe('recordGroup.json', () => {
  afterEach(() => vi.restoreAllMocks());
  type Group = {
    name: string;
    group: number;
    records: (Value | null)[][];
    random: string;
    salt: string;
    fields: { nonce: string; associated_data: string; plain: string; sealed: string }[];
    encoded: string;
  };
  const { query_key, schema, generation, upload, fields, groups, ...vectors } = readVectors<{
    query_key: string;
    schema: string;
    generation: number;
    upload: string;
    salt_key: string;
    fields: { name: string; key: string }[];
    groups: Group[];
    earlier_groups: Group[];
    padded_lengths: { length: number; padded: number }[];
  }>('recordGroup');
  const context = { schema, generation };
  const keys = fields.map(({ name, key }) => ({ name, key: bytesOf(key) }));

  test('the key of salts is derived', () => {
    expect(hexOf(deriveKey(bytesOf(query_key), 'record group salts'))).toBe(vectors.salt_key);
  });

  test.each(groups)('a group of $name is sealed with the random bytes of the vectors', (vector) => {
    vi.spyOn(sodium, 'randombytes_buf').mockImplementation((bytes) => bytes.set(bytesOf(vector.random)));
    const records = vector.records.map((values) => values.map((value) => value ?? undefined));
    const address = { upload: bytesOf(upload), group: vector.group };
    const sealer = groupSealer({ ...context, queryKey: bytesOf(query_key) }, keys);
    expect(hexOf(sealer.seal(address, records))).toBe(vector.encoded);
  });

  test.each([
    ...groups,
    ...vectors.earlier_groups.map((group) => ({ ...group, name: `${group.name}, of an earlier version,` })),
  ])('a group of $name is opened', ({ group, records, encoded, ...vector }) => {
    const sealed = decodeGroup(bytesOf(encoded), fields.length);
    const address = { upload: bytesOf(upload), group };
    for (const [number, field] of keys.entries()) {
      const open = groupFieldOpener(context, field).open(address, sealed, number)!;
      expect(records.map((_, position) => open(position) ?? null)).toEqual(
        records.map((values) => values[number]),
      );
      const { nonce, associated_data, plain, sealed: ciphertext } = vector.fields[number]!;
      const envelope = bytesOf(nonce + ciphertext);
      expect(hexOf(openBytes(field.key, bytesOf(associated_data), envelope)!)).toBe(plain);
      expect(nonce.startsWith(vector.salt)).toBe(true);
    }
  });

  test.each(vectors.padded_lengths)('$length bytes are padded to $padded', ({ length, padded }) => {
    expect(paddedGroupLength(length)).toBe(padded);
  });
});

describe('record.json', () => {
  const { field_set } = readVectors<{
    field_set: {
      query_key: string;
      schema: string;
      generation: number;
      record: string;
      names: string[];
      tags: { fields: number[]; tag: string }[];
    };
  }>('record');
  const { query_key, record, tags, ...place } = field_set;
  const sets = fieldSets(bytesOf(query_key), place);

  test.each(tags)('the fields $fields have their tag, and no others fit it', ({ fields, tag }) => {
    expect(hexOf(sets.tag(bytesOf(record), fields))).toBe(tag);
    for (const other of tags) expect(sets.fits(bytesOf(record), other.fields, tag)).toBe(other.tag === tag);
  });
});
