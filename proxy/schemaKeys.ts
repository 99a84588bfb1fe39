/** The keys of one schema, each held against the schema's key check before it is used. */
import type { Schema } from '#contract/schemas.ts';
import { fieldsOf, type Field } from '#contract/fields.ts';
import { HttpProblem } from '#host/problem.ts';
import { fitsCheck, keyCheck, queryKeyName } from './crypto/checks.ts';
import type { Keyring } from './keyring/keyring.ts';

/** The generation of every key so far. */
export const generation = 1;

/** A commitment to each key of a schema, as this keyring derives them. */
export function keyChecksOf(keyring: Keyring, schema: Schema): Record<string, string> {
  const names = [queryKeyName, ...fieldsOf(schema.schema).map(({ name }) => name)];
  return Object.fromEntries(
    names.map((name) => [name, keyCheck(keyOf(keyring, schema, name), schema.id, name)]),
  );
}

/**
 * The key that searches a schema.
 * @throws {HttpProblem} 422 when this keyring has it not.
 */
export const queryKeyOf = (keyring: Keyring, schema: Schema): Buffer =>
  fittingKey(keyring, schema, queryKeyName);

/**
 * The keys of some fields, in their order.
 * @throws {HttpProblem} 422 naming the first field whose key this keyring has not.
 */
export const fieldKeysOf = (keyring: Keyring, schema: Schema, fields: readonly Field[]): Buffer[] =>
  fields.map(({ name }) => fittingKey(keyring, schema, name));

const keyOf = (keyring: Keyring, { id }: Schema, name: string): Buffer =>
  name === queryKeyName ? keyring.queryKey(id, generation) : keyring.fieldKey(id, name, generation);

function fittingKey(keyring: Keyring, schema: Schema, name: string): Buffer {
  const check =
    schema.key_checks && Object.hasOwn(schema.key_checks, name) ? schema.key_checks[name] : undefined;
  if (check === undefined)
    throw new HttpProblem(
      422,
      `The schema "${schema.name}" has no keys yet. Ask whoever created it to open it through their proxy once.`,
    );
  const key = keyOf(keyring, schema, name);
  if (fitsCheck(check, key, schema.id, name)) return key;
  const which = name === queryKeyName ? 'key for searching' : `key of the field "${name}"`;
  throw new HttpProblem(
    422,
    `Your keyring has not the ${which} of the schema "${schema.name}". Ask one of its data owners for access, then receive the key under Materials.`,
  );
}
