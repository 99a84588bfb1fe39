/** Leaving an organization: what goes with a person's place in it, and what stays. */
import { and, eq, inArray } from 'drizzle-orm';
import type { Queries } from '../../db/client.ts';
import { organizationUsers, teamMembers, teams, users } from '../../db/schema.ts';
import type { Person } from '../../plugins/access.ts';
import { settleRequests } from '../requests/opening.ts';
import type { Membership } from './policy.ts';

/** Somebody's account, locked until the transaction ends: whoever invites or opens it meanwhile comes before or after, not in between. */
export async function heldUser(transaction: Queries, id: string): Promise<Person> {
  const [user] = await transaction.select().from(users).where(eq(users.id, id)).for('update');
  if (!user) throw new Error(`Account ${id} is gone, though it has a place in an organization.`);
  return user;
}

/**
 * Take a person out of an organization: off its teams, with what is asked for and sealed for them there. What they uploaded, the
 * keys that they sealed for others and their identities stay. Call in a transaction that holds the place, then the account.
 * @returns the names of the teams they were on, and how many requests for keys went.
 */
export async function leave(
  transaction: Queries,
  { id, organization }: Membership,
  user: Person,
  now: Date,
): Promise<{ teams: string[]; closed: number }> {
  const here = transaction.select({ id: teams.id }).from(teams).where(eq(teams.organization, organization));
  const left = await transaction
    .delete(teamMembers)
    .where(and(eq(teamMembers.user, user.id), inArray(teamMembers.team, here)))
    .returning();
  const off = await transaction
    .select({ name: teams.name, schema: teams.schema })
    .from(teams)
    .where(
      inArray(
        teams.id,
        left.map(({ team }) => team),
      ),
    )
    .orderBy(teams.name, teams.id);
  await transaction.delete(organizationUsers).where(eq(organizationUsers.id, id));
  const schemas = off.map(({ schema }) => schema);
  const { closed } = await settleRequests(transaction, { people: [user.id], schemas }, now);
  return { teams: off.map(({ name }) => name), closed };
}
