/** A material is its recipient's alone. */
import { eq } from 'drizzle-orm';
import { notFound } from '#host/problem.ts';
import type { Queries } from '../../db/client.ts';
import { materials } from '../../db/schema.ts';
import { requireId } from '../ids.ts';
import { findMaterials, type FullMaterial } from './repository.ts';

/**
 * A material for one's own identity, locked until the transaction ends.
 * @throws {HttpProblem} 404 to everybody else, its sender too, and to who left the schema's organization.
 */
export async function requireOwnMaterial(
  transaction: Queries,
  recipient: { id: string },
  id: string,
): Promise<FullMaterial> {
  const one = eq(materials.id, requireId(id, 'Material'));
  await transaction.select({ id: materials.id }).from(materials).where(one).for('update');
  const { items } = await findMaterials(transaction, recipient, one, { limit: 1, offset: 0 });
  if (!items[0]) throw notFound('Material');
  return items[0];
}
