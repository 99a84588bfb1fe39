/** Who may do what in an organization. To everybody else it doesn't exist. */
import { and, eq } from 'drizzle-orm';
import { forbidden, notFound } from '#host/problem.ts';
import type { Queries } from '../../db/client.ts';
import { organizations, organizationUsers } from '../../db/schema.ts';

type Somebody = { id: string };
export type Membership = typeof organizationUsers.$inferSelect;

const membership = async (queries: Queries, user: Somebody, organization: string) => {
  const [row] = await queries
    .select({ member: organizationUsers, owner: organizations.owner })
    .from(organizationUsers)
    .innerJoin(organizations, eq(organizations.id, organizationUsers.organization))
    .where(and(eq(organizationUsers.organization, organization), eq(organizationUsers.user, user.id)));
  if (!row) throw notFound('Organization');
  return row;
};

/** The user's place in the organization. @throws {HttpProblem} 404 to outsiders, as if it didn't exist. */
export async function requireMember(
  queries: Queries,
  user: Somebody,
  organization: string,
): Promise<Membership> {
  return (await membership(queries, user, organization)).member;
}

/** The user's place as an admin; the owner counts as one. @throws {HttpProblem} 404 to outsiders, 403 to plain members. */
export async function requireAdmin(
  queries: Queries,
  user: Somebody,
  organization: string,
): Promise<Membership> {
  const { member, owner } = await membership(queries, user, organization);
  if (!member.isAdmin && member.id !== owner)
    throw forbidden('Only an admin of the organization may do this. Ask one of them.');
  return member;
}
