/** Permissions in an organization. Non-members get a 404. */
import { and, eq } from 'drizzle-orm';
import { forbidden, notFound } from '@cloakroom/server-kit/problem.ts';
import type { Queries } from '../../db/client.ts';
import { organizations, organizationUsers } from '../../db/schema.ts';
import { reachesOrganization, type Caller } from '../apiTokens/scope.ts';

export type Membership = typeof organizationUsers.$inferSelect;

const membership = async (queries: Queries, user: Caller, organization: string) => {
  const [row] = await queries
    .select({ member: organizationUsers, owner: organizations.owner })
    .from(organizationUsers)
    .innerJoin(organizations, eq(organizations.id, organizationUsers.organization))
    .where(and(eq(organizationUsers.organization, organization), eq(organizationUsers.user, user.id)));
  if (!row || !reachesOrganization(user, organization)) throw notFound('Organization');
  return row;
};

/** The user's membership. @throws {HttpProblem} 404 for non-members. */
export async function requireMember(
  queries: Queries,
  user: Caller,
  organization: string,
): Promise<Membership> {
  return (await membership(queries, user, organization)).member;
}

/** The membership of an admin or the owner. @throws {HttpProblem} 404 for non-members, 403 for other members. */
export async function requireAdmin(
  queries: Queries,
  user: Caller,
  organization: string,
): Promise<Membership> {
  const { member, owner } = await membership(queries, user, organization);
  if (!member.isAdmin && member.id !== owner)
    throw forbidden('Only an admin of the organization may do this. Ask one of them.');
  return member;
}

/**
 * Another person's membership, for an admin to change or end; locked until the transaction ends. Changes of memberships
 * are serialized per organization: two admins can't demote or remove each other concurrently.
 * @param refusal - the messages for the owner's membership and for the admin's own.
 * @throws {HttpProblem} 404 for non-members and for a membership elsewhere, 403 for members who are not admins, for the
 *   owner's membership and for the admin's own.
 */
export async function requireOtherMember(
  transaction: Queries,
  user: Caller,
  { id, organizationUserId }: { id: string; organizationUserId: string },
  refusal: { owner: string; self: string },
): Promise<Membership> {
  const [organization] = await transaction
    .select()
    .from(organizations)
    .where(eq(organizations.id, id))
    // Does not block inserts of members, which only reference the organization.
    .for('no key update');
  await requireAdmin(transaction, user, id);
  const byId = and(eq(organizationUsers.organization, id), eq(organizationUsers.id, organizationUserId));
  const [member] = await transaction.select().from(organizationUsers).where(byId).for('update');
  if (!member) throw notFound('User');
  if (member.id === organization?.owner) throw forbidden(refusal.owner);
  if (member.user === user.id) throw forbidden(refusal.self);
  return member;
}
