/** What may change about a schema, and until when. */
import { isDeepStrictEqual } from 'node:util';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { patchSchema } from '#contract/schemas.ts';
import { HttpProblem } from '#host/problem.ts';
import type { Queries } from '../../db/client.ts';
import { schemas, teams } from '../../db/schema.ts';
import { teamNames } from './creation.ts';
import { keyNames } from './keyChecks.ts';
import type { SchemaRow } from './policy.ts';
import { holdsRecords } from './repository.ts';

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
