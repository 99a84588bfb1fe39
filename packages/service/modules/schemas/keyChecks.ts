/** Key checks: commitments to a schema's keys, by which a proxy verifies a key. */
import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import { fieldNamesOf, queryKeyName, type JsonSchema } from '@cloakroom/contract/fields.ts';
import type { KeyChecks } from '@cloakroom/contract/schemas.ts';
import { conflict, forbidden, invalid } from '@cloakroom/server-kit/problem.ts';
import type { Queries } from '../../db/client.ts';
import { schemas } from '../../db/schema.ts';
import type { SchemaRow } from './policy.ts';

/** The names of a schema's keys: the query key and one per field. */
export const keyNames = (definition: JsonSchema) => [queryKeyName, ...fieldNamesOf(definition)].sort();

/** @throws {HttpProblem} 400 if there isn't exactly one check for each of the schema's keys. */
export function requireChecksOf({ definition }: Pick<SchemaRow, 'definition'>, checks: KeyChecks): void {
  if (!isDeepStrictEqual(Object.keys(checks).sort(), keyNames(definition)))
    throw invalid({
      key_checks: [
        `Key checks are needed for "${queryKeyName}" and every field of the schema, and nothing else.`,
      ],
    });
}

/**
 * The key checks of an empty schema that gets other fields: none, until its creator vouches for the new keys. Until then,
 * those of the keys that stay are among the earlier ones: what is signed already bears MACs by these keys.
 */
export function checksForOtherFields(
  { generation, keyChecks, earlierKeyChecks }: SchemaRow,
  definition: JsonSchema,
): Pick<SchemaRow, 'keyChecks' | 'earlierKeyChecks'> {
  const named = keyChecks ?? earlierKeyChecks[generation];
  if (!named) return { keyChecks, earlierKeyChecks };
  const names = new Set(keyNames(definition));
  const staying = Object.fromEntries(Object.entries(named).filter(([name]) => names.has(name)));
  return { keyChecks: null, earlierKeyChecks: { ...earlierKeyChecks, [generation]: staying } };
}

/**
 * Stores a schema's first key checks. Storing the same ones again changes nothing.
 * @param schema - locked by the caller.
 * @throws {HttpProblem} 403 for all but the creator, 400 for other names than the keys', 409 for other values than the stored
 *   ones or those of keys that stay.
 */
export async function setKeyChecks(
  transaction: Queries,
  schema: SchemaRow,
  user: { id: string },
  checks: KeyChecks,
): Promise<{ schema: SchemaRow; changed: boolean }> {
  if (schema.creator !== user.id)
    throw forbidden(`Only the person who created "${schema.name}" can vouch for its keys.`);
  requireChecksOf(schema, checks);
  const { [schema.generation]: staying = {}, ...earlierKeyChecks } = schema.earlierKeyChecks;
  const named = schema.keyChecks ?? { ...checks, ...staying };
  if (!isDeepStrictEqual({ ...named }, { ...checks }))
    throw conflict(
      `"${schema.name}" was made with other keys. Restore the keyring that created it and try again.`,
    );
  if (schema.keyChecks) return { schema, changed: false };
  const after = { keyChecks: checks, earlierKeyChecks };
  await transaction.update(schemas).set(after).where(eq(schemas.id, schema.id));
  return { schema: { ...schema, ...after }, changed: true };
}
