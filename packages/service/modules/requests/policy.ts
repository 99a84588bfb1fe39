/** Whose requests one may see and answer: those for schemas whose keys one may share, while both sides belong to the organization. */
import { and, eq, exists, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { forbidden, HttpProblem, notFound } from '@cloakroom/server-kit/problem.ts';
import type { Queries } from '../../db/client.ts';
import { grants, identities, organizationUsers, requests, schemas, teamMembers } from '../../db/schema.ts';
import { requireId } from '../ids.ts';
import { requireMember } from '../organizations/policy.ts';
import { requireSchema } from '../schemas/policy.ts';
import { type FullRequest, requestsWhere } from './repository.ts';

/** The condition on a query that joins `requests`, `schemas` and `identities`. */
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

/**
 * A request that can be answered, locked until the transaction ends: of two who answer, one comes too late.
 * @throws {HttpProblem} 404 to outsiders of the schema's organization and for who left it, 403 to who may not share its keys,
 * 409 when it was answered or has expired.
 */
export async function requireAnswerable(
  transaction: Queries,
  user: { id: string },
  id: string,
  now: Date,
): Promise<FullRequest> {
  const one = eq(requests.id, requireId(id, 'Request'));
  await transaction.select({ id: requests.id }).from(requests).where(one).for('update');
  const [found] = await requestsWhere(transaction, user, one, { limit: 1, offset: 0 });
  if (!found) throw notFound('Request');
  const { request } = found;
  const { schema, permissions } = await asRequest(requireSchema(transaction, user, request.schema));
  await asRequest(requireMember(transaction, found.user, schema.organization));
  if (!permissions.can_share_keys)
    throw forbidden(`Only data owners of "${schema.name}" may share its keys. Ask one of them.`);
  const late = request.expires <= now && 'has expired';
  const over = request.fulfilled ? 'was fulfilled already' : request.denied ? 'was denied' : late;
  if (over) throw new HttpProblem(409, `This request ${over}. Look at the list of requests again.`);
  return found;
}

/** What isn't there, or isn't the caller's to know, is told of the request that led there. */
const asRequest = <T>(found: Promise<T>): Promise<T> =>
  found.catch((error: unknown) => {
    throw error instanceof HttpProblem && error.status === 404 ? notFound('Request') : error;
  });
