/** Who may do what in an organization. To everybody else it doesn't exist. */
import { and, eq } from 'drizzle-orm';
import { forbidden, notFound } from '@cloakroom/server-kit/problem.ts';
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

/**
 * Somebody else's place in the organization, for an admin to change or end; locked until the transaction ends. Changes of one
 * organization's places take turns: two admins can't demote or remove each other at once.
 * @param refusal - what is said of the owner's place, and of one's own.
 * @throws {HttpProblem} 404 to outsiders and for a place elsewhere, 403 to plain members, for the owner's place and one's own.
 */
export async function requireOther(
  transaction: Queries,
  user: Somebody,
  { id, organizationUserId }: { id: string; organizationUserId: string },
  refusal: { owner: string; self: string },
): Promise<Membership> {
  const [organization] = await transaction
    .select()
    .from(organizations)
    .where(eq(organizations.id, id))
    // Whoever is added meanwhile only names the organization, and needn't wait.
    .for('no key update');
  await requireAdmin(transaction, user, id);
  const theirs = and(eq(organizationUsers.organization, id), eq(organizationUsers.id, organizationUserId));
  const [member] = await transaction.select().from(organizationUsers).where(theirs).for('update');
  if (!member) throw notFound('User');
  if (member.id === organization?.owner) throw forbidden(refusal.owner);
  if (member.user === user.id) throw forbidden(refusal.self);
  return member;
}
