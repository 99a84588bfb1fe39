/** Permissions on requests: visible to those who may share the schema's keys, while both belong to the organization. */
import { and, eq, exists, or, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { conflict, forbidden, HttpProblem, notFound } from '@cloakroom/server-kit/problem.ts';
import type { Queries } from '../../db/client.ts';
import { grants, identities, organizationUsers, requests, schemas, teamMembers } from '../../db/schema.ts';
import { requireId } from '../ids.ts';
import { requireMember } from '../organizations/policy.ts';
import { requireSchema } from '../schemas/policy.ts';
import { type FullRequest, requestsWhere } from './repository.ts';

/** The condition for a query that joins `requests`, `schemas` and `identities`. */
export function sharableBy(queries: Queries, user: { id: string }): SQL | undefined {
  const [sharer, requestor] = [alias(organizationUsers, 'sharer'), alias(organizationUsers, 'requestor')];
  return and(
    exists(
      queries
        .select({ id: grants.id })
        .from(grants)
        .innerJoin(teamMembers, eq(teamMembers.team, grants.team))
        .where(
          and(
            eq(grants.schema, requests.schema),
            eq(grants.canShareKeys, true),
            eq(teamMembers.user, user.id),
          ),
        ),
    ),
    exists(
      queries
        .select({ id: sharer.id })
        .from(sharer)
        .innerJoin(requestor, eq(requestor.organization, sharer.organization))
        .where(
          and(
            eq(sharer.organization, schemas.organization),
            eq(sharer.user, user.id),
            eq(requestor.user, identities.user),
          ),
        ),
    ),
  );
}

/** A request that the user may answer, or whose key is for one of their identities in an organization that they belong to. */
export async function visibleRequest(
  queries: Queries,
  user: { id: string },
  id: string,
): Promise<FullRequest | undefined> {
  const [found] = await requestsWhere(
    queries,
    user,
    and(eq(requests.id, id), or(sharableBy(queries, user), requestedBy(queries, user))),
    { limit: 1, offset: 0 },
  );
  return found;
}

/** The condition for requests of the user, for a query that joins `schemas` and `identities`. */
const requestedBy = (queries: Queries, user: { id: string }): SQL | undefined =>
  and(
    eq(identities.user, user.id),
    exists(
      queries
        .select({ id: organizationUsers.id })
        .from(organizationUsers)
        .where(
          and(eq(organizationUsers.organization, schemas.organization), eq(organizationUsers.user, user.id)),
        ),
    ),
  );

/**
 * A request that can be answered, locked until the transaction ends, so that it is answered once.
 * @throws {HttpProblem} 404 for non-members of the schema's organization and if the requester left it, 403 if the user may
 * not share its keys, 409 if it was answered or has expired.
 */
export async function requireAnswerable(
  transaction: Queries,
  user: { id: string },
  id: string,
  now: Date,
): Promise<FullRequest> {
  const byId = eq(requests.id, requireId(id, 'Request'));
  await transaction.select({ id: requests.id }).from(requests).where(byId).for('update');
  const [found] = await requestsWhere(transaction, user, byId, { limit: 1, offset: 0 });
  if (!found) throw notFound('Request');
  const { request } = found;
  const { schema, permissions } = await as404OfRequest(requireSchema(transaction, user, request.schema));
  await as404OfRequest(requireMember(transaction, found.user, schema.organization));
  if (!permissions.can_share_keys)
    throw forbidden(`Only data owners of "${schema.name}" may share its keys. Ask one of them.`);
  const expired = request.expires <= now && 'has expired';
  const closedReason = request.fulfilled ? 'was fulfilled already' : request.denied ? 'was denied' : expired;
  if (closedReason) throw conflict(`This request ${closedReason}. Look at the list of requests again.`);
  return found;
}

/** Converts a 404 for the schema or the organization to one for the request. */
const as404OfRequest = <T>(found: Promise<T>): Promise<T> =>
  found.catch((error: unknown) => {
    throw error instanceof HttpProblem && error.status === 404 ? notFound('Request') : error;
  });
