/** What may change about a schema, and until when. */
import { isDeepStrictEqual } from 'node:util';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { fieldsOf, type JsonSchema } from '#contract/fields.ts';
import type { KeyChecks, patchSchema } from '#contract/schemas.ts';
import { forbidden, HttpProblem, invalid } from '#host/problem.ts';
import type { Queries } from '../../db/client.ts';
import { schemas, teams } from '../../db/schema.ts';
import { teamNames } from './creation.ts';
import { queryKey } from './permissions.ts';
import type { SchemaRow } from './policy.ts';
import { holdsRecords } from './repository.ts';

/** The names of a schema's keys: the search key and one a field. */
const keyNames = (definition: JsonSchema) =>
  [queryKey, ...fieldsOf(definition).map(({ name }) => name)].sort();

/**
 * Rename, describe or redefine a schema; teams that still bear the names they were born with follow it.
 * @param before - locked by the caller.
 * @throws {HttpProblem} 409 when records were sealed by the definition that would change.
 */
export async function changeSchema(
  transaction: Queries,
  before: SchemaRow,
  change: z.output<typeof patchSchema.body>,
): Promise<SchemaRow> {
  const {
    name = before.name,
    description = before.description,
    schema: definition = before.definition,
  } = change;
  if (!isDeepStrictEqual(definition, before.definition) && (await holdsRecords(transaction, before.id)))
    throw new HttpProblem(
      409,
      `"${before.name}" holds records or is receiving some, so its definition can't change. Create another schema for the new one.`,
    );
  const sameKeys = isDeepStrictEqual(keyNames(definition), keyNames(before.definition));
  if (!sameKeys && before.generation > 1)
    throw new HttpProblem(
      409,
      `The keys of "${before.name}" were changed since it was made, so its fields keep their names. Create another schema for other ones.`,
    );
  const after = { name, description, definition, keyChecks: sameKeys ? before.keyChecks : null };
  await transaction.update(schemas).set(after).where(eq(schemas.id, before.id));
  const [old, now] = [teamNames(before.name), teamNames(name)];
  for (const role of ['owners', 'requesters'] as const)
    await transaction
      .update(teams)
      .set({ name: now[role] })
      .where(and(eq(teams.schema, before.id), eq(teams.role, role), eq(teams.name, old[role])));
  return { ...before, ...after };
}

/** @throws {HttpProblem} 400 when there isn't one check for each of the schema's keys. */
export function requireChecksOf({ definition }: SchemaRow, checks: KeyChecks): void {
  if (!isDeepStrictEqual(Object.keys(checks).sort(), keyNames(definition)))
    throw invalid({
      key_checks: [
        `Key checks are needed for "${queryKey}" and every field of the schema, and nothing else.`,
      ],
    });
}

/**
 * Store the commitments to a schema's keys, once and for all; the same again changes nothing.
 * @param schema - locked by the caller.
 * @throws {HttpProblem} 403 to all but the creator, 400 for other names than the keys', 409 for other values than the stored.
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
  if (schema.keyChecks && !isDeepStrictEqual({ ...schema.keyChecks }, { ...checks }))
    throw new HttpProblem(
      409,
      `"${schema.name}" was made with other keys. Restore the keyring that created it and try again.`,
    );
  if (schema.keyChecks) return { schema, changed: false };
  await transaction.update(schemas).set({ keyChecks: checks }).where(eq(schemas.id, schema.id));
  return { schema: { ...schema, keyChecks: checks }, changed: true };
}
