/** Permissions on materials: only the recipient may receive them; the sender may read them too. */
import { and, eq, inArray, or } from 'drizzle-orm';
import { notFound } from '@cloakroom/server-kit/problem.ts';
import type { Queries } from '../../db/client.ts';
import { identities, materials } from '../../db/schema.ts';
import type { Caller } from '../apiTokens/scope.ts';
import { requireId } from '../ids.ts';
import { sharableBy } from '../requests/policy.ts';
import { materialFor, materialsWhere, type FullMaterial } from './repository.ts';

/** A material for one of the user's identities, or one that the user sealed and may still share. */
export async function visibleMaterial(
  queries: Queries,
  user: { id: string },
  id: string,
): Promise<FullMaterial | undefined> {
  const own = queries.select({ id: identities.id }).from(identities).where(eq(identities.user, user.id));
  const sealedByUser = and(inArray(materials.uploadedBy, own), sharableBy(queries, user));
  const [found] = await materialsWhere(
    queries,
    user,
    and(eq(materials.id, id), or(eq(identities.user, user.id), sealedByUser)),
    { limit: 1, offset: 0 },
  );
  return found;
}

/**
 * A material for one of the user's identities, locked until the transaction ends.
 * @throws {HttpProblem} 404 for all others, including the sender and people who left the schema's organization.
 */
export async function requireOwnMaterial(
  transaction: Queries,
  recipient: Caller,
  id: string,
): Promise<FullMaterial> {
  const byId = eq(materials.id, requireId(id, 'Material'));
  await transaction.select({ id: materials.id }).from(materials).where(byId).for('update');
  const found = await materialFor(transaction, recipient, id);
  if (!found) throw notFound('Material');
  return found;
}
