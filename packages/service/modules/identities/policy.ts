/** Identities are their owner's alone to use; nobody else is told which there are. */
import { and, eq } from 'drizzle-orm';
import { HttpProblem, notFound } from '@cloakroom/server-kit/problem.ts';
import type { Queries } from '../../db/client.ts';
import { identities, users } from '../../db/schema.ts';
import { requireId } from '../ids.ts';
import type { OwnedIdentity } from './repository.ts';

/**
 * One's own identity.
 * @param options.inUse - whether a revoked one won't do; it then stays in use until the transaction ends.
 * @throws {HttpProblem} 404 for anybody else's, 409 for a revoked one that won't do.
 */
export async function requireOwnIdentity(
  queries: Queries,
  user: { id: string },
  id: string,
  { inUse = false } = {},
): Promise<OwnedIdentity> {
  const own = queries
    .select({ identity: identities, user: users })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.user))
    .where(and(eq(identities.id, requireId(id, 'Identity')), eq(identities.user, user.id)));
  const [found] = await (inUse ? own.for('share', { of: identities }) : own);
  if (!found) throw notFound('Identity');
  if (inUse && found.identity.revoked)
    throw new HttpProblem(409, 'This identity was revoked. Create another one on this device.');
  return found;
}
