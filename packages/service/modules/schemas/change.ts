/** What may change about a schema, and until when. */
import { isDeepStrictEqual } from 'node:util';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { patchSchema } from '@cloakroom/contract/schemaChange.ts';
import type { Manifest } from '@cloakroom/contract/segments.ts';
import { HttpProblem, invalid } from '@cloakroom/server-kit/problem.ts';
import type { Queries } from '../../db/client.ts';
import { schemas, teams } from '../../db/schema.ts';
import { lockManifest, replaceManifest } from '../segments/manifests.ts';
import { teamNames } from './creation.ts';
import { keyNames } from './keyChecks.ts';
import type { SchemaRow } from './policy.ts';
import { holdsRecords } from './repository.ts';

/**
 * Rename, describe or redefine a schema; teams that still bear the names they were born with follow it.
 * @param before - locked by the caller.
 * @throws {HttpProblem} 409 when records were sealed by the definition that would change, or when the list of segments vouches
 *   for it and the change comes without the list that follows.
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
  if (!isDeepStrictEqual(definition, before.definition))
    await vouchForChange(transaction, before, change.manifest);
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

/** Put the manifest that vouches for the new definition in the place of the present one, where one vouches for the old. */
async function vouchForChange(
  transaction: Queries,
  { id, name }: SchemaRow,
  next: Manifest | undefined,
): Promise<void> {
  const present = await lockManifest(transaction, id);
  if (!next) {
    if (!present.definition) return;
    throw new HttpProblem(
      409,
      `The definition of "${name}" is signed. Change it through a proxy with the schema’s key for searching.`,
    );
  }
  if (next.version !== present.version + 1)
    throw new HttpProblem(409, `Records of "${name}" were changed a moment ago. Try again.`);
  const same =
    next.schema === id &&
    next.mac !== '' &&
    next.generation === present.generation &&
    isDeepStrictEqual(next.segments, present.segments) &&
    isDeepStrictEqual(next.epoch, present.epoch);
  if (!same || !next.definition)
    throw invalid({ manifest: ['A change of the definition leaves segments, keys and epoch as they are.'] });
  await replaceManifest(transaction, next);
}
