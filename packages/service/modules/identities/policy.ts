/** Permissions on identities: only their owner may list and use them; people who exchange keys with it may read it. */
import { and, eq, exists, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { conflict, notFound } from '@cloakroom/server-kit/problem.ts';
import type { Queries } from '../../db/client.ts';
import { identities, materials, organizationUsers, requests, schemas, users } from '../../db/schema.ts';
import { requireId } from '../ids.ts';
import { sharableBy } from '../requests/policy.ts';
import type { OwnedIdentity } from './repository.ts';

/**
 * An identity that answers of requests and materials show to the user: their own, one whose request they may answer, or one
 * that sealed a key for them.
 */
export async function visibleIdentity(
  queries: Queries,
  user: { id: string },
  id: string,
): Promise<OwnedIdentity | undefined> {
  const recipient = alias(identities, 'recipient');
  const requestsToUser = queries
    .select({ id: requests.id })
    .from(requests)
    .innerJoin(schemas, eq(schemas.id, requests.schema))
    .where(and(eq(requests.identity, identities.id), sharableBy(queries, user)));
  const materialsForUser = queries
    .select({ id: materials.id })
    .from(materials)
    .innerJoin(requests, eq(requests.id, materials.request))
    .innerJoin(schemas, eq(schemas.id, requests.schema))
    .innerJoin(recipient, eq(recipient.id, requests.identity))
    .innerJoin(
      organizationUsers,
      and(
        eq(organizationUsers.organization, schemas.organization),
        eq(organizationUsers.user, recipient.user),
      ),
    )
    .where(and(eq(materials.uploadedBy, identities.id), eq(recipient.user, user.id)));
  const [found] = await queries
    .select({ identity: identities, user: users })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.user))
    .where(
      and(
        eq(identities.id, id),
        or(eq(identities.user, user.id), exists(requestsToUser), exists(materialsForUser)),
      ),
    );
  return found;
}

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
    throw conflict('This identity was revoked. Create another one on this device.');
  return found;
}
