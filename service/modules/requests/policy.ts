/** Whose requests one may see: those for schemas whose keys one may share, while both sides belong to the organization. */
import { and, eq, exists, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queries } from '../../db/client.ts';
import { grants, identities, organizationUsers, requests, schemas, teamMembers } from '../../db/schema.ts';

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
