/** The keys of a schema by generation, each compared with its key check before it is used. */
import type { KeyChecks, Schema } from '@cloakroom/contract/schemas.ts';
import { fieldNamesOf, queryKeyName, type Field } from '@cloakroom/contract/fields.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import { HttpProblem, unprocessable } from '@cloakroom/server-kit/problem.ts';
import { fitsCheck, keyCheck } from '@cloakroom/sealed-index/crypto/checks.ts';
import type { Keyring } from './keyring/keyring.ts';

/**
 * The key checks of a schema's generation, as derived from this keyring. Of several seeds, a key that was named before stays
 * that of the same seed.
 */
export function keyChecksOf(keyring: Keyring, schema: Schema, generation: number): KeyChecks {
  return Object.fromEntries(
    keyNamesOf(schema).map((name) => {
      const key = keyOf(keyring, schema, name, generation, namedCheck(schema, name, generation));
      return [name, keyCheck(key, schema.id, name)];
    }),
  );
}

/** The check of a key of the newest generation, also if the fields of an empty schema were changed since it was named. */
function namedCheck(schema: Schema, name: string, generation: number): string | undefined {
  // The keys of a new generation come from the seed for new keys.
  if (generation !== schema.generation) return undefined;
  const checks = schema.key_checks ?? schema.earlier_key_checks[generation];
  return checks && Object.hasOwn(checks, name) ? checks[name] : undefined;
}

/** The names of a schema's keys: the search key's and the fields'. */
export const keyNamesOf = ({ schema }: Schema): string[] => [queryKeyName, ...fieldNamesOf(schema)];

/**
 * The key that searches a schema; by default of the newest generation.
 * @throws {HttpProblem} 422 if this keyring lacks it.
 */
export const queryKeyOf = (keyring: Keyring, schema: Schema, generation = schema.generation): Buffer =>
  fittingKey(keyring, schema, queryKeyName, generation);

/**
 * The keys of fields, in their order; by default of the newest generation.
 * @throws {HttpProblem} 422 with the first field whose key this keyring lacks.
 */
export const fieldKeysOf = (
  keyring: Keyring,
  schema: Schema,
  fields: readonly Field[],
  generation = schema.generation,
): Buffer[] => fields.map(({ name }) => fittingKey(keyring, schema, name, generation));

/** All keys of a generation, those of the fields in their order; null if this keyring lacks one. */
export function allKeysOf(
  { schema, keyring, fields }: { schema: Schema; keyring: Keyring; fields: readonly Field[] },
  generation: number,
): { queryKey: Buffer; fieldKeys: Buffer[] } | null {
  try {
    return {
      queryKey: queryKeyOf(keyring, schema, generation),
      fieldKeys: fieldKeysOf(keyring, schema, fields, generation),
    };
  } catch (error) {
    if (error instanceof HttpProblem) return null;
    throw error;
  }
}

/**
 * Requires that this keyring has a key of the newest generation; `name` is a field or `__query`.
 * @throws {HttpProblem} 422 if it lacks the key.
 */
export const requireKey = (keyring: Keyring, schema: Schema, name: string): void =>
  void fittingKey(keyring, schema, name, schema.generation);

/** Whether this keyring has a key of a generation; `name` is a field or `__query`. */
export function holdsKey(keyring: Keyring, schema: Schema, name: string, generation: number): boolean {
  const check = checkOf(schema, name, generation);
  if (check === undefined) return false;
  return fitsCheck(check, keyOf(keyring, schema, name, generation, check), schema.id, name);
}

/** Whether this keyring has the query key of a generation. */
export const holdsQueryKey =
  (keyring: Keyring, schema: Schema) =>
  (generation: number): boolean =>
    holdsKey(keyring, schema, queryKeyName, generation);

/** The schema's check of a key; undefined if it has none. */
export function checkOf(schema: Schema, name: string, generation: number): string | undefined {
  const checks = generation === schema.generation ? schema.key_checks : schema.earlier_key_checks[generation];
  return checks && Object.hasOwn(checks, name) ? checks[name] : undefined;
}

/**
 * The keyring's key of a schema and generation; `name` is a field or `__query`.
 * @param check - selects the key of several seeds that fits; without it the newest seed's is used.
 */
export function keyOf(
  keyring: Keyring,
  { id }: Schema,
  name: string,
  generation: number,
  check?: string,
): Buffer {
  const fits = check === undefined ? undefined : (key: Buffer) => fitsCheck(check, key, id, name);
  return name === queryKeyName
    ? keyring.queryKey(id, generation, fits)
    : keyring.fieldKey(id, name, generation, fits);
}

function fittingKey(keyring: Keyring, schema: Schema, name: string, generation: number): Buffer {
  const check = checkOf(schema, name, generation);
  if (check === undefined) throw noKeys(schema, generation);
  const key = keyOf(keyring, schema, name, generation, check);
  if (fitsCheck(check, key, schema.id, name)) return key;
  throw keyMissing(keyring, schema, name, generation);
}

function keyMissing(keyring: Keyring, schema: Schema, name: string, generation: number): HttpProblem {
  const which = name === queryKeyName ? 'key for searching' : `key of the field "${name}"`;
  const { generation: newest, name: title } = schema;
  const key =
    generation < newest
      ? `earlier ${which} of the schema "${title}" (generation ${generation} of ${newest})`
      : newest > 1
        ? `new ${which} of the schema "${title}", whose keys were changed`
        : `${which} of the schema "${title}"`;
  if (isMaker(keyring, schema, generation))
    return unprocessable(
      `The keyring on this machine lacks the ${key}, which you made with another keyring of yours. Enter the 24 recovery words of that keyring under Identities; or, if you don't have them, ask another data owner for access, then receive the key under Materials.`,
    );
  return unprocessable(
    `Your keyring lacks the ${key}. Ask one of its data owners for access, then receive the key under Materials.`,
  );
}

/** Whether the keyring's user made the keys of a generation, according to the service. */
const isMaker = ({ user }: Keyring, { creator, keys_by, generation: newest }: Schema, generation: number) =>
  (generation === 1 && creator !== undefined && idIn(creator) === user) ||
  (generation === newest && keys_by !== undefined && idIn(keys_by) === user);

const noKeys = ({ name, generation }: Schema, wanted: number) =>
  unprocessable(
    wanted === generation
      ? `The schema "${name}" has no keys yet. Ask the person who created it to open it through their proxy once.`
      : `The schema "${name}" names no keys of generation ${wanted}, which sealed some of its records. Tell the operator of the service.`,
  );
