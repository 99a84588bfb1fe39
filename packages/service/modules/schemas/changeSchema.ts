/** Changes a schema: its name, its description and, while it has no records, its definition. */
import { isDeepStrictEqual } from 'node:util';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { patchSchema } from '@cloakroom/contract/schemaChange.ts';
import type { SignedManifest } from '@cloakroom/contract/segments.ts';
import { builtInRoles } from '@cloakroom/contract/teams.ts';
import { HttpProblem, invalid } from '@cloakroom/server-kit/problem.ts';
import type { Queries } from '../../db/client.ts';
import { schemas, teams } from '../../db/schema.ts';
import { sameList } from '../segments/manifestDiff.ts';
import { lockManifest, replaceManifest } from '../segments/manifests.ts';
import { teamNames } from './creation.ts';
import { keyNames } from './keyChecks.ts';
import type { SchemaRow } from './policy.ts';
import { holdsRecords } from './repository.ts';

/**
 * Changes a schema; teams that still have their default names are renamed with it.
 * @param before - locked by the caller.
 * @throws {HttpProblem} 409 if the definition would change and there are records, or if it is signed and the next manifest
 *   is missing.
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
    await replaceSignedDefinition(transaction, before, change.manifest);
  const sameKeys = isDeepStrictEqual(keyNames(definition), keyNames(before.definition));
  if (!sameKeys && before.generation > 1)
    throw new HttpProblem(
      409,
      `The keys of "${before.name}" were changed since it was made, so its fields keep their names. Create another schema for other ones.`,
    );
  const after = { name, description, definition, keyChecks: sameKeys ? before.keyChecks : null };
  await transaction.update(schemas).set(after).where(eq(schemas.id, before.id));
  const [oldNames, newNames] = [teamNames(before.name), teamNames(name)];
  for (const role of builtInRoles)
    await transaction
      .update(teams)
      .set({ name: newNames[role] })
      .where(and(eq(teams.schema, before.id), eq(teams.role, role), eq(teams.name, oldNames[role])));
  return { ...before, ...after };
}

/** Replaces the manifest by one that signs the new definition. Required if the current one signs the old definition. */
async function replaceSignedDefinition(
  transaction: Queries,
  { id, name }: SchemaRow,
  next: SignedManifest | undefined,
): Promise<void> {
  const current = await lockManifest(transaction, id);
  if (!next) {
    if (!current.definition) return;
    throw new HttpProblem(
      409,
      `The definition of "${name}" is signed. Change it through a proxy with the schema’s key for searching.`,
    );
  }
  if (next.version !== current.version + 1)
    throw new HttpProblem(409, `Records of "${name}" were changed a moment ago. Try again.`);
  const same =
    next.schema === id &&
    next.mac !== '' &&
    next.generation === current.generation &&
    sameList(current, next) &&
    isDeepStrictEqual(next.epoch, current.epoch);
  if (!same || !next.definition)
    throw invalid({ manifest: ['A change of the definition leaves segments, keys and epoch as they are.'] });
  await replaceManifest(transaction, next);
}
