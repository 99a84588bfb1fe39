/** Ends a membership in an organization. */
import { and, eq, inArray } from 'drizzle-orm';
import type { Queries } from '../../db/client.ts';
import { organizationUsers, teamMembers, teams, users } from '../../db/schema.ts';
import type { SignedInUser } from '../../plugins/access.ts';
import { settleRequests } from '../requests/settleRequests.ts';
import type { Membership } from './policy.ts';

/** A user, locked until the transaction ends, which serializes it with invitations and activations. */
export async function lockUser(transaction: Queries, id: string): Promise<SignedInUser> {
  const [user] = await transaction.select().from(users).where(eq(users.id, id)).for('update');
  if (!user) throw new Error(`Account ${id} does not exist, though it is a member of an organization.`);
  return user;
}

/**
 * Removes a person from an organization and its teams, with their requests and the keys sealed for them. A service account
 * is closed, since it belongs to no other organization. Their uploads, the keys that they
 * sealed for others and their identities remain. Call it in a transaction that has locked the membership,
 * then the account.
 * @returns the names of the person's teams, and how many requests were closed.
 */
export async function endMembership(
  transaction: Queries,
  { id, organization }: Membership,
  user: SignedInUser,
  now: Date,
): Promise<{ teams: string[]; closed: number }> {
  const teamIds = transaction
    .select({ id: teams.id })
    .from(teams)
    .where(eq(teams.organization, organization));
  const memberships = await transaction
    .delete(teamMembers)
    .where(and(eq(teamMembers.user, user.id), inArray(teamMembers.team, teamIds)))
    .returning();
  const formerTeams = await transaction
    .select({ name: teams.name, schema: teams.schema })
    .from(teams)
    .where(
      inArray(
        teams.id,
        memberships.map(({ team }) => team),
      ),
    )
    .orderBy(teams.name, teams.id);
  await transaction.delete(organizationUsers).where(eq(organizationUsers.id, id));
  if (user.isServiceAccount)
    await transaction.update(users).set({ isActive: false }).where(eq(users.id, user.id));
  const schemas = formerTeams.map(({ schema }) => schema);
  const { closed } = await settleRequests(transaction, { people: [user.id], schemas }, now);
  return { teams: formerTeams.map(({ name }) => name), closed };
}
