/** Decrypts records for people who may read them. */
import { envelopeBytes } from '@cloakroom/wire/envelope.ts';
import { firstGeneration } from '@cloakroom/contract/definitions.ts';
import type { Field } from '@cloakroom/contract/fields.ts';
import type { DecryptedRecord } from '@cloakroom/contract/records.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import type { Permissions } from '@cloakroom/contract/schemas.ts';
import { recordsPerGroup, type Manifest } from '@cloakroom/contract/segments.ts';
import { decodeShortId } from '@cloakroom/wire/shortId.ts';
import { forbidden, HttpProblem, unprocessable } from '@cloakroom/server-kit/problem.ts';
import { groupFieldOpener } from '@cloakroom/sealed-index/crypto/recordGroup.ts';
import { fieldSets } from '@cloakroom/sealed-index/crypto/fieldSet.ts';
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
import { requireAllFields, withAddedFields, type SealedInput } from './recordFields.ts';
import { sealingIn, type LocatedSealing, type Sealing } from './recordSealing.ts';
import type { OwnSchema } from './schemas.ts';
import { sealedFieldsIn, type FieldsOfGeneration } from './sealedFields.ts';

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
 * @returns a factory of decryptors, which take the manifest that says how the records were sealed. It alone decides which keys open a
 *   record, so that a holder of earlier keys can't replace records that were sealed with later ones, and which fields it has.
 * @throws {HttpProblem} 403 if there are no such fields. The factory rejects with 422 for a missing key. The decryptor throws
 *   404 for a missing record, {Tampered} for a changed value, and {FieldSetMismatch} for a record that lacks values it was
 *   sealed with.
 */
export function recordDecryptorOf(own: OwnSchema) {
  const { schema, fields, keyring } = own;
  const readableIn = readableFieldsOf(own);
  const isField = new Set(fields.map(({ name }) => name));

  return async (
    records: readonly SealedInput[],
    manifest: Manifest,
    readGroups: ReadGroups,
  ): Promise<RecordDecryptor> => {
    const sealingOf = sealingIn(manifest);
    const sealedIn = sealedFieldsIn(manifest, fields);
    const sealings = records.map(
      (record): Sealing & Partial<LocatedSealing> => sealingOf(record) ?? { generation: schema.generation },
    );
    const byGeneration = new Map(
      Array.from(new Set(sealings.map(({ generation }) => generation)), (generation) => {
        const { readable, keys, withheld } = readableIn(sealedIn, generation);
        const names = sealedIn(generation).map(({ name }) => name);
        const numbers = new Map(names.map((name, number) => [name, number]));
        const isReadable = new Set(readable.map(({ name }) => name));
        const added = names.filter((name) => firstGeneration(manifest.definition?.added, name) > 1);
        const common = { names, numbers, added, readable, isReadable, keys };
        return [generation, { ...common, withheld: new Set(withheld) }];
      }),
    );
    const grouped = records.flatMap((record, at): GroupedRecord[] => {
      const { generation, group_records, place } = sealings[at]!;
      if (!group_records || !place) return [];
      const { isReadable, added } = byGeneration.get(generation)!;
      const { data } = withAddedFields(record, sealings[at]!, added);
      const requestedFields = Object.keys(data).filter((name) => isReadable.has(name));
      return [{ id: record.id, ...place, generation, fields: requestedFields }];
    });
    const openersOf = (generation: number): FieldOpeners => {
      const { keys, readable, numbers } = byGeneration.get(generation)!;
      return new Map(
        readable.map(({ name }, at) => [
          name,
          {
            number: numbers.get(name)!,
            opener: groupFieldOpener({ schema: schema.id, generation }, { name, key: keys[at]! }),
          },
        ]),
      );
    };
    const opened = await openGroupedRecords(grouped, once(openersOf), readGroups);
    const openSingly = once((generation: number) => {
      const { readable, keys } = byGeneration.get(generation)!;
      return singleOpener({ schema: schema.id, generation }, readable, keys);
    });
    const openerOf = (sealing: LocatedSealing): OpenRecord =>
      sealing.group_records ? groupedOpener(opened, sealing) : openSingly(sealing.generation);
    const fieldSetsOf = once((generation) => {
      const { names } = byGeneration.get(generation)!;
      return fieldSets(queryKeyOf(keyring, schema, generation), { schema: schema.id, generation, names });
    });
    for (const { generation, field_sets } of sealings) if (field_sets) fieldSetsOf(generation);

    return (sent, partial = false) => {
      const sealing = sealingOf(sent);
      const ofGeneration = sealing && byGeneration.get(sealing.generation);
      if (!ofGeneration) throw recordNotFound();
      const { names, numbers, added, isReadable, withheld } = ofGeneration;
      const record = withAddedFields(sent, sealing, added);
      const sentNames = Object.keys(record.data);
      for (const name of sentNames)
        if (!numbers.has(name))
          throw unreadable(
            record.id,
            name,
            isField.has(name) ? 'was added after it' : 'is not a field of its schema',
          );
      const damaged = new Set<string>();
      try {
        requireAllFields(record, sealing, { names, fieldNumbers: numbers, fieldSetsOf });
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
      const withheldNames = sentNames.filter((name) => withheld.has(name));
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
 * The fields that a person may read of a generation's records, and their keys.
 * @throws {HttpProblem} 403 if they may read no field of the schema; the returned function 422 for a missing key.
 */
export function readableFieldsOf({ schema, fields, keyring }: OwnSchema) {
  const mayRead = ({ name }: Field) => mayDecrypt(schema.permissions, name);
  if (!fields.some(mayRead)) throw forbidden('You do not have permission to decrypt these records.');
  return (sealedIn: FieldsOfGeneration, generation: number) => {
    const sealed = sealedIn(generation);
    const readable = sealed.filter(mayRead);
    return {
      readable,
      keys: fieldKeysOf(keyring, schema, readable, generation),
      /** The fields that are omitted only because the service denies the permission. */
      withheld: sealed.flatMap((field) =>
        !mayRead(field) && holdsKey(keyring, schema, field.name, generation) ? [field.name] : [],
      ),
    };
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
  unprocessable(`"${field}" of record ${record} ${what}, so nothing was decrypted.`);

const mayDecrypt = ({ can_decrypt }: Permissions, field: string): boolean =>
  typeof can_decrypt === 'boolean' ? can_decrypt : can_decrypt.includes(field);

/** The distinct schema ids of records. */
export const schemasIn = (records: readonly SealedInput[]): string[] => [
  ...new Set(records.map(({ schema }) => idIn(schema))),
];
