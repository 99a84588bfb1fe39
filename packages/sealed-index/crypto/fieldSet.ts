/**
 * Field-set tags: which fields of a record have values, authenticated.
 *
 * A tag is keyed BLAKE2b, 16 bytes, over `canonical('field set', 1, schema, generation, record, name, name, …)` with the names
 * of the fields that have values, in the fields' order. Its key is derived from the schema's query key of that generation.
 */
import { timingSafeEqual } from 'node:crypto';
import sodium from 'sodium-native';
import { fieldSetTagBytes } from '@cloakroom/wire/packedRecord.ts';
import { canonical, deriveKey } from './derive.ts';

/** The format of the tags, as a manifest's entry names it. */
export const fieldSetFormat = 1;

/** Up to this number of absent fields, every combination is tried. */
const maxInAnyCombination = 8;
/** Up to this number of absent fields, every pair is tried. */
const maxInPairs = 40;
/** The number of sets of fields whose encoding is cached. */
const maxInputs = 1_000;

const recordBytes = 16;

/** The schema and generation of the tags, and the names of the schema's fields in their order. */
type FieldSetContext = { schema: string; generation: number; names: readonly string[] };

/** Makes and checks the tags of one schema and generation. A record is the 16 bytes of its id, a field its number. */
export type FieldSets = {
  /** The tag of a record with values of these fields, in ascending order. The next call overwrites it. */
  tag(record: Uint8Array, fields: readonly number[]): Buffer;
  /** Whether a tag, in hex, is that of a record with values of just these fields, in ascending order. */
  fits(record: Uint8Array, fields: readonly number[], tag: string): boolean;
  /**
   * The fields whose values were removed from a record, found by trying what could be missing.
   * @returns null if no attempt fits: many fields are missing, some were added, or the tag belongs to another record.
   */
  lost(record: Uint8Array, fields: readonly number[], tag: string): readonly number[] | null;
};

/** @throws {RangeError} if a name has half a surrogate pair. */
export function fieldSets(queryKey: Uint8Array, { schema, generation, names }: FieldSetContext): FieldSets {
  const key = deriveKey(queryKey, 'field set');
  const before = canonical('field set', fieldSetFormat, schema, generation);
  const start = Buffer.concat([before, canonical(new Uint8Array(recordBytes))]);
  const recordAt = start.length - recordBytes;
  const encodedNames = names.map((name) => canonical(name));
  // Records of one schema have few different sets of fields.
  const inputs = new Map<string, Buffer>();
  const out = Buffer.alloc(fieldSetTagBytes);

  const inputOf = (fields: readonly number[]) =>
    Buffer.concat([start, ...fields.map((field) => encodedNames[field]!)]);
  const cachedInputOf = (fields: readonly number[]): Buffer => {
    const set = fields.join();
    let input = inputs.get(set);
    if (!input) {
      if (inputs.size >= maxInputs) inputs.clear();
      inputs.set(set, (input = inputOf(fields)));
    }
    return input;
  };
  const hash = (record: Uint8Array, input: Buffer): Buffer => {
    if (record.length !== recordBytes)
      throw new RangeError(`A record's id has ${recordBytes} bytes, not ${record.length}.`);
    input.set(record, recordAt);
    sodium.crypto_generichash(out, input, key);
    return out;
  };
  return {
    tag: (record, fields) => hash(record, cachedInputOf(fields)),
    fits: (record, fields, tag) => isTag(tag, hash(record, cachedInputOf(fields))),
    lost(record, fields, tag) {
      const present = new Set(fields);
      const absent = [...names.keys()].filter((field) => !present.has(field));
      for (const missing of combinationsOf(absent)) {
        const allFields = [...fields, ...missing].sort((a, b) => a - b);
        if (isTag(tag, hash(record, inputOf(allFields)))) return missing;
      }
      return null;
    },
  };
}

function isTag(text: string, expected: Buffer): boolean {
  const tag = Buffer.from(text, 'hex');
  return tag.length === expected.length && text.length === 2 * tag.length && timingSafeEqual(tag, expected);
}

/** The combinations that may be missing: the smallest first, all fields last. */
function* combinationsOf(absent: readonly number[]): Generator<readonly number[]> {
  const { length } = absent;
  const largest = length <= maxInAnyCombination ? length : length <= maxInPairs ? 2 : 1;
  for (let size = 1; size <= largest; size++) yield* subsetsOf(absent, size);
  if (largest < length) yield absent;
}

function* subsetsOf(fields: readonly number[], size: number, from = 0): Generator<readonly number[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (let at = from; at <= fields.length - size; at++)
    for (const rest of subsetsOf(fields, size - 1, at + 1)) yield [fields[at]!, ...rest];
}
