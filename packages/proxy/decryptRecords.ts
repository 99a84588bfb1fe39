/** Decrypts records for people who may read them. */
import { envelopeBytes } from '@cloakroom/wire/envelope.ts';
import { liveRanges } from '@cloakroom/contract/liveRecords.ts';
import type { DecryptedRecord } from '@cloakroom/contract/records.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import type { Permissions } from '@cloakroom/contract/schemas.ts';
import type { Manifest, SegmentEntry } from '@cloakroom/contract/segments.ts';
import { decodeShortId, readRecordId } from '@cloakroom/wire/shortId.ts';
import { forbidden, HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { fieldSets, type FieldSets } from '@cloakroom/sealed-index/crypto/fieldSet.ts';
import { FieldSetMismatch, Tampered } from '@cloakroom/sealed-index/crypto/tampered.ts';
import { fieldSealer, type FieldSealer } from '@cloakroom/sealed-index/crypto/value.ts';
import { fieldKeysOf, holdsKey, queryKeyOf } from './schemaKeys.ts';
import type { OwnSchema } from './schemas.ts';

/** A sealed record to decrypt. `fields` names all fields that it has values of, if `data` has only some of them. */
export type SealedInput = {
  id: string;
  schema: string;
  data: Record<string, string>;
  field_set?: string | undefined;
  fields?: string[] | undefined;
};

/**
 * Decrypts a record of one schema.
 * @param partial - omits lost or changed values and names their fields, instead of refusing the record.
 */
export type RecordDecryptor = (record: SealedInput, partial?: boolean) => DecryptedRecord;

/** How a record was sealed: with which generation of keys, and whether its set of fields is authenticated. */
export type Sealing = Pick<SegmentEntry, 'generation' | 'field_sets'>;

/** How a record was sealed; undefined for an unknown record. */
export type SealingOf = (record: Pick<SealedInput, 'id'>) => Sealing | undefined;

const recordNotFound = () => new HttpProblem(404, 'Decrypted records not found, please refresh the page.');

/**
 * Prepares to decrypt the fields that a person may read; the others are omitted. `withheld` names the fields that this keyring
 * could decrypt although the service denies the permission, since the service's word on that is not signed.
 * @returns a factory of decryptors, given how the records were sealed. Only the manifest decides which keys open a record, so
 *   that a holder of earlier keys can't replace records that were sealed with later ones.
 * @throws {HttpProblem} 403 if there are no such fields. The decryptor throws 404 for a missing record, 422 for a missing key,
 *   and {FieldSetMismatch} for a record that lacks values it was sealed with.
 */
export function recordDecryptorOf({ schema, fields, keyring }: OwnSchema) {
  const readable = fields.filter(({ name }) => mayDecrypt(schema.permissions, name));
  if (readable.length === 0) throw forbidden('You do not have permission to decrypt these records.');
  const names = fields.map(({ name }) => name);
  const fieldNumbers = new Map(names.map((name, number) => [name, number]));
  const sealersOf = (generation: number) => {
    const keys = fieldKeysOf(keyring, schema, readable, generation);
    const contexts = readable.map(({ name }) => ({ schema: schema.id, field: name, generation }));
    return new Map(contexts.map((context, number) => [context.field, fieldSealer(keys[number]!, context)]));
  };
  /** The fields that are omitted only because the service denies the permission. */
  const withheldIn = (generation: number) =>
    new Set(
      names.filter(
        (name) => !mayDecrypt(schema.permissions, name) && holdsKey(keyring, schema, name, generation),
      ),
    );
  const fieldSetsOf = (generation: number) =>
    fieldSets(queryKeyOf(keyring, schema, generation), { schema: schema.id, generation, names });
  return (records: readonly SealedInput[], sealingOf: SealingOf): RecordDecryptor => {
    const sealings = records.map((record) => sealingOf(record) ?? { generation: schema.generation });
    const generations = new Set(sealings.map(({ generation }) => generation));
    const sealers = new Map(Array.from(generations, (generation) => [generation, sealersOf(generation)]));
    const withheld = new Map(Array.from(generations, (generation) => [generation, withheldIn(generation)]));
    const tagged = new Set(sealings.flatMap((sealing) => (sealing.field_sets ? [sealing.generation] : [])));
    const fieldSetsByGeneration = new Map(
      Array.from(tagged, (generation) => [generation, fieldSetsOf(generation)]),
    );
    return (record, partial = false) => {
      const sealing = sealingOf(record);
      const sealersByField = sealing && sealers.get(sealing.generation);
      if (!sealersByField) throw recordNotFound();
      const sentNames = Object.keys(record.data);
      for (const name of sentNames)
        if (!fieldNumbers.has(name)) throw unreadable(record.id, name, 'is not a field of its schema');
      const damaged = new Set<string>();
      if (sealing.field_sets)
        try {
          const present = presentFields(record, sentNames, fieldNumbers);
          requireFieldSet(fieldSetsByGeneration.get(sealing.generation)!, record, present, names);
        } catch (error) {
          if (!partial || !(error instanceof FieldSetMismatch)) throw error;
          // If it is unknown which values are missing, none is shown.
          if (error.fields.length === 0)
            return { id: record.id, schema: record.schema, data: {}, damaged: names };
          for (const name of error.fields) damaged.add(name);
        }
      const id = decodeShortId(record.id);
      const data = Object.entries(record.data).flatMap(([name, text]) => {
        const sealer = sealersByField.get(name);
        try {
          return sealer ? [[name, openValue(sealer, id, record.id, text)] as const] : [];
        } catch (error) {
          if (!partial || !isDamage(error)) throw error;
          damaged.add(name);
          return [];
        }
      });
      const withheldNames = sentNames.filter((name) => withheld.get(sealing.generation)!.has(name));
      return {
        id: record.id,
        schema: record.schema,
        data: Object.fromEntries(data),
        ...(damaged.size > 0 && { damaged: [...damaged] }),
        ...(withheldNames.length > 0 && { withheld: withheldNames }),
      };
    };
  };
}

/** The ascending numbers of the fields that a record has values of. @throws {HttpProblem} 400 if `data` has others. */
function presentFields(
  { id, fields }: SealedInput,
  sentNames: readonly string[],
  fieldNumbers: ReadonlyMap<string, number>,
): number[] {
  if (fields && sentNames.some((name) => !fields.includes(name)))
    throw new HttpProblem(400, `Record ${id} has values of fields that its "fields" doesn't name.`);
  const present = new Set((fields ?? sentNames).flatMap((name) => fieldNumbers.get(name) ?? []));
  return [...present].sort((a, b) => a - b);
}

/** @throws {FieldSetMismatch} if a record's tag doesn't match its fields. */
function requireFieldSet(
  tags: FieldSets,
  { id, field_set = '' }: SealedInput,
  present: readonly number[],
  names: readonly string[],
): void {
  const record = decodeShortId(id);
  if (tags.fits(record, present, field_set)) return;
  const lost = field_set === '' ? null : tags.lost(record, present, field_set);
  throw new FieldSetMismatch(id, lost?.map((number) => names[number]!) ?? [], field_set === '');
}

function openValue(sealer: FieldSealer, id: Uint8Array, record: string, text: string): string | number {
  const value = sealer.open(id, envelope(text, record, sealer.field));
  // Uploads only accept numbers that a JSON number represents exactly.
  return value.type === 'n' ? Number(value.text) : value.text;
}

function envelope(text: string, record: string, field: string): Uint8Array {
  try {
    return envelopeBytes(text);
  } catch {
    throw unreadable(record, field, 'is not a sealed value');
  }
}

const isDamage = (error: unknown) =>
  error instanceof Tampered || (error instanceof HttpProblem && error.status === 422);

const unreadable = (record: string, field: string, what: string) =>
  new HttpProblem(422, `"${field}" of record ${record} ${what}, so nothing was decrypted.`);

const mayDecrypt = ({ can_decrypt }: Permissions, field: string): boolean =>
  typeof can_decrypt === 'boolean' ? can_decrypt : can_decrypt.includes(field);

/** Looks up in a manifest how records were sealed. */
export function sealingIn({ segments }: Manifest): SealingOf {
  const uploads = new Map<string, { first: number; end: number; segment: SegmentEntry }[]>();
  for (const segment of segments)
    for (const { upload, first, count } of liveRanges(segment)) {
      const range = { first, end: first + count, segment };
      const ranges = uploads.get(upload);
      if (ranges) ranges.push(range);
      else uploads.set(upload, [range]);
    }
  return ({ id }) => {
    const location = recordIdOf(id);
    if (!location) return undefined;
    const { upload, number } = location;
    const ranges = uploads.get(Buffer.from(upload).toString('hex'));
    return ranges?.find(({ first, end }) => number >= first && number < end)?.segment;
  };
}

function recordIdOf(id: string): ReturnType<typeof readRecordId> | null {
  try {
    return readRecordId(id);
  } catch {
    return null;
  }
}

/** The distinct schema ids of records. */
export const schemasIn = (records: readonly SealedInput[]): string[] => [
  ...new Set(records.map(({ schema }) => idIn(schema))),
];
