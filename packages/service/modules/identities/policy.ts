/** Permissions on identities: only their owner may list and use them. */
import { and, eq } from 'drizzle-orm';
import { HttpProblem, notFound } from '@cloakroom/server-kit/problem.ts';
import type { Queries } from '../../db/client.ts';
import { identities, users } from '../../db/schema.ts';
import { requireId } from '../ids.ts';
import type { OwnedIdentity } from './repository.ts';

/**
 * An identity of the user.
 * @param options.inUse - refuses a revoked one, and prevents revoking until the transaction ends.
 * @throws {HttpProblem} 404 for another user's, 409 for a revoked one with `inUse`.
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
