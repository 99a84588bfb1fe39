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
import { fieldsInGeneration } from '@cloakroom/contract/definitions.ts';
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
  /** The keys of a generation, and groups that are sealed with them. */
  type Generation = {
    query_key: string;
    generation: number;
    upload: string;
    fields: { name: string; key: string }[];
    groups: Group[];
  };
  const { added_fields, earlier_groups, ...vectors } = readVectors<
    Generation & {
      schema: string;
      salt_key: string;
      earlier_groups: Group[];
      added_fields: { added: Record<string, number>; fields: string[]; generations: Generation[] };
      padded_lengths: { length: number; padded: number }[];
    }
  >('recordGroup');
  const withKeys = ({ groups, fields, ...keys }: Generation) =>
    groups.map((group) => ({
      ...group,
      context: { schema: vectors.schema, generation: keys.generation },
      queryKey: bytesOf(keys.query_key),
      address: { upload: bytesOf(keys.upload), group: group.group },
      keys: fields.map(({ name, key }) => ({ name, key: bytesOf(key) })),
    }));
  const groups = [vectors, ...added_fields.generations].flatMap(withKeys);
  const earlierGroups = earlier_groups.map((group) => ({
    ...group,
    name: `${group.name}, of an earlier version,`,
  }));

  test('the key of salts is derived', () => {
    expect(hexOf(deriveKey(bytesOf(vectors.query_key), 'record group salts'))).toBe(vectors.salt_key);
  });

  test.each(added_fields.generations)('generation $generation has its fields', ({ generation, fields }) => {
    const all = added_fields.fields.map((name) => ({ name }));
    expect(fieldsInGeneration(all, added_fields.added, generation)).toEqual(
      fields.map(({ name }) => ({ name })),
    );
  });

  test.each(groups)('a group of $name is sealed with the random bytes of the vectors', (vector) => {
    const { context, queryKey, keys, address } = vector;
    vi.spyOn(sodium, 'randombytes_buf').mockImplementation((bytes) => bytes.set(bytesOf(vector.random)));
    const records = vector.records.map((values) => values.map((value) => value ?? undefined));
    expect(hexOf(groupSealer({ ...context, queryKey }, keys).seal(address, records))).toBe(vector.encoded);
  });

  test.each([...groups, ...withKeys({ ...vectors, groups: earlierGroups })])(
    'a group of $name is opened',
    (vector) => {
      const { context, keys, address, records } = vector;
      const sealed = decodeGroup(bytesOf(vector.encoded), keys.length);
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
    },
  );

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
