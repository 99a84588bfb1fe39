/** Decrypts records for people who may read them. */
import { envelopeBytes } from '@cloakroom/wire/envelope.ts';
import type { Field } from '@cloakroom/contract/fields.ts';
import type { DecryptedRecord } from '@cloakroom/contract/records.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import type { Permissions } from '@cloakroom/contract/schemas.ts';
import { recordsPerGroup } from '@cloakroom/contract/segments.ts';
import { decodeShortId } from '@cloakroom/wire/shortId.ts';
import { forbidden, HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { groupFieldOpener } from '@cloakroom/sealed-index/crypto/recordGroup.ts';
import { fieldSets, type FieldSets } from '@cloakroom/sealed-index/crypto/fieldSet.ts';
import { FieldSetMismatch, Tampered } from '@cloakroom/sealed-index/crypto/tampered.ts';
import type { Value } from '@cloakroom/sealed-index/crypto/plaintext.ts';
import { fieldSealer } from '@cloakroom/sealed-index/crypto/value.ts';
import {
  openGroupedRecords,
  referredPosition,
  type FieldOpeners,
  type GroupedRecord,
  type OpenedValues,
  type ReadGroups,
} from './decryptGroups.ts';
import { fieldKeysOf, holdsKey, queryKeyOf } from './schemaKeys.ts';
import type { LocatedSealing, Sealing, SealingOf } from './recordSealing.ts';
import type { OwnSchema } from './schemas.ts';

/** A sealed record to decrypt. `fields` names all fields that it has values of, if `data` has only some of them. */
export type SealedInput = {
  id: string;
  url?: string | undefined;
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

const recordNotFound = () => new HttpProblem(404, 'Decrypted records not found, please refresh the page.');

/** Prepares a record, then decrypts its values; undefined if it has none. Throws as {@link RecordDecryptor}. */
type OpenRecord = (record: SealedInput) => (field: string, sealed: string) => Value | undefined;

/**
 * Prepares to decrypt the fields that a person may read; the others are omitted. `withheld` names the fields that this keyring
 * could decrypt although the service denies the permission, since the service's word on that is not signed.
 * @returns a factory of decryptors, given how the records were sealed. Only the manifest decides which keys open a record, so
 *   that a holder of earlier keys can't replace records that were sealed with later ones.
 * @throws {HttpProblem} 403 if there are no such fields. The factory rejects with 422 for a missing key. The decryptor throws
 *   404 for a missing record, {Tampered} for a changed value, and {FieldSetMismatch} for a record that lacks values it was
 *   sealed with.
 */
export function recordDecryptorOf(own: OwnSchema) {
  const { schema, fields, keyring } = own;
  const { readable, keysOf, withheldIn } = readableFieldsOf(own);
  const names = fields.map(({ name }) => name);
  const fieldNumbers = new Map(names.map((name, number) => [name, number]));
  const isReadable = new Set(readable.map(({ name }) => name));

  return async (
    records: readonly SealedInput[],
    sealingOf: SealingOf,
    readGroups: ReadGroups,
  ): Promise<RecordDecryptor> => {
    const sealings = records.map(
      (record): Sealing & Partial<LocatedSealing> => sealingOf(record) ?? { generation: schema.generation },
    );
    const byGeneration = new Map(
      Array.from(new Set(sealings.map(({ generation }) => generation)), (generation) => [
        generation,
        { keys: keysOf(generation), withheld: new Set(withheldIn(generation)) },
      ]),
    );
    const grouped = records.flatMap((record, at): GroupedRecord[] => {
      const { generation, group_records, place } = sealings[at]!;
      if (!group_records || !place) return [];
      const asked = Object.keys(record.data).filter((name) => isReadable.has(name));
      return [{ id: record.id, ...place, generation, fields: asked }];
    });
    const openersOf = (generation: number): FieldOpeners => {
      const { keys } = byGeneration.get(generation)!;
      return new Map(
        readable.map(({ name }, at) => [
          name,
          {
            number: fieldNumbers.get(name)!,
            opener: groupFieldOpener({ schema: schema.id, generation }, { name, key: keys[at]! }),
          },
        ]),
      );
    };
    const opened = await openGroupedRecords(grouped, once(openersOf), readGroups);
    const openSingly = once((generation: number) =>
      singleOpener({ schema: schema.id, generation }, readable, byGeneration.get(generation)!.keys),
    );
    const openerOf = (sealing: LocatedSealing): OpenRecord =>
      sealing.group_records ? groupedOpener(opened, sealing) : openSingly(sealing.generation);
    const fieldSetsOf = once((generation) =>
      fieldSets(queryKeyOf(keyring, schema, generation), { schema: schema.id, generation, names }),
    );
    for (const { generation, field_sets } of sealings) if (field_sets) fieldSetsOf(generation);

    return (record, partial = false) => {
      const sealing = sealingOf(record);
      const keysOfGeneration = sealing && byGeneration.get(sealing.generation);
      if (!keysOfGeneration) throw recordNotFound();
      const sentNames = Object.keys(record.data);
      for (const name of sentNames)
        if (!fieldNumbers.has(name)) throw unreadable(record.id, name, 'is not a field of its schema');
      const damaged = new Set<string>();
      try {
        requireAllFields(record, sealing, { names, fieldNumbers, fieldSetsOf });
      } catch (error) {
        if (!partial || !(error instanceof FieldSetMismatch)) throw error;
        // If it is unknown which values are missing, none is shown.
        if (error.fields.length === 0) return { ...nameOf(record), data: {}, damaged: names };
        for (const name of error.fields) damaged.add(name);
      }
      const open = openerOf(sealing)(record);
      const values: [string, string | number][] = [];
      const empty: string[] = [];
      for (const name of sentNames) {
        if (!isReadable.has(name)) continue;
        try {
          const value = open(name, record.data[name]!);
          // Uploads only accept numbers that a JSON number represents exactly.
          if (value) values.push([name, value.type === 'n' ? Number(value.text) : value.text]);
          else empty.push(name);
        } catch (error) {
          if (!partial || !isDamage(error)) throw error;
          damaged.add(name);
        }
      }
      const withheldNames = sentNames.filter((name) => keysOfGeneration.withheld.has(name));
      return {
        ...nameOf(record),
        data: Object.fromEntries(values),
        ...(empty.length > 0 && { empty }),
        ...(damaged.size > 0 && { damaged: [...damaged] }),
        ...(withheldNames.length > 0 && { withheld: withheldNames }),
      };
    };
  };
}

/**
 * The fields that a person may read, and their keys.
 * @throws {HttpProblem} 403 if there are no such fields; `keysOf` 422 for a missing key.
 */
export function readableFieldsOf({ schema, fields, keyring }: OwnSchema) {
  const mayRead = (name: string) => mayDecrypt(schema.permissions, name);
  const readable = fields.filter(({ name }) => mayRead(name));
  if (readable.length === 0) throw forbidden('You do not have permission to decrypt these records.');
  return {
    readable,
    keysOf: (generation: number) => fieldKeysOf(keyring, schema, readable, generation),
    /** The fields that are omitted only because the service denies the permission. */
    withheldIn: (generation: number): string[] =>
      fields.flatMap(({ name }) =>
        !mayRead(name) && holdsKey(keyring, schema, name, generation) ? [name] : [],
      ),
  };
}

/** What a decrypted record repeats of the sealed one. */
const nameOf = ({ id, url, schema }: SealedInput) => ({ id, ...(url !== undefined && { url }), schema });

type Context = { schema: string; generation: number };

/** Opens values that were sealed one by one. */
function singleOpener(context: Context, fields: readonly Field[], keys: readonly Uint8Array[]): OpenRecord {
  const sealers = new Map(
    fields.map(({ name }, at) => [name, fieldSealer(keys[at]!, { ...context, field: name })]),
  );
  return ({ id }) => {
    const record = decodeShortId(id);
    return (field, sealed) => sealers.get(field)!.open(record, envelope(sealed, id, field));
  };
}

/** Gives the values of a record that was sealed in a group. Of a changed record, references to any version give the present values. */
const groupedOpener =
  (opened: ReadonlyMap<string, OpenedValues>, { place, isChanged }: LocatedSealing): OpenRecord =>
  ({ id }) => {
    const values = opened.get(id);
    const ownPosition = place.number % recordsPerGroup;
    return (field, sealed) => {
      const position = referredPosition(sealed);
      if (position === null && !isChanged) throw unreadable(id, field, 'is not a sealed value');
      const value = values?.get(field);
      const isOwn = isChanged || position === ownPosition;
      if (value === null || !values?.has(field) || !isOwn) throw new Tampered(field, id);
      return value;
    };
  };

/** Computes a result for each generation once. */
function once<Result>(compute: (generation: number) => Result): (generation: number) => Result {
  const results = new Map<number, Result>();
  return (generation) => {
    const known = results.get(generation);
    if (known !== undefined) return known;
    const result = compute(generation);
    results.set(generation, result);
    return result;
  };
}

/**
 * Requires that a sealed record has all the fields that it was sealed with. A record of a group refers to a value of every field.
 * @throws {FieldSetMismatch}
 */
function requireAllFields(
  record: SealedInput,
  { generation, field_sets, group_records }: Sealing,
  {
    names,
    fieldNumbers,
    fieldSetsOf,
  }: {
    names: readonly string[];
    fieldNumbers: ReadonlyMap<string, number>;
    fieldSetsOf: (generation: number) => FieldSets;
  },
): void {
  if (!group_records && !field_sets) return;
  const present = presentFields(record, Object.keys(record.data), fieldNumbers);
  if (!group_records) {
    requireFieldSet(fieldSetsOf(generation), record, present, names);
    return;
  }
  if (present.length === names.length) return;
  const isPresent = new Set(present);
  const lost = names.filter((_, number) => !isPresent.has(number));
  throw new FieldSetMismatch(record.id, lost);
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

/** The distinct schema ids of records. */
export const schemasIn = (records: readonly SealedInput[]): string[] => [
  ...new Set(records.map(({ schema }) => idIn(schema))),
];
