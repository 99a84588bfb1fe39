/** Permissions on materials: only the recipient may read them. */
import { eq } from 'drizzle-orm';
import { notFound } from '@cloakroom/server-kit/problem.ts';
import type { Queries } from '../../db/client.ts';
import { materials } from '../../db/schema.ts';
import { requireId } from '../ids.ts';
import { materialFor, type FullMaterial } from './repository.ts';

/**
 * A material for one of the user's identities, locked until the transaction ends.
 * @throws {HttpProblem} 404 for all others, including the sender and people who left the schema's organization.
 */
export async function requireOwnMaterial(
  transaction: Queries,
  recipient: { id: string },
  id: string,
): Promise<FullMaterial> {
  const byId = eq(materials.id, requireId(id, 'Material'));
  await transaction.select({ id: materials.id }).from(materials).where(byId).for('update');
  const found = await materialFor(transaction, recipient, id);
  if (!found) throw notFound('Material');
  return found;
}
