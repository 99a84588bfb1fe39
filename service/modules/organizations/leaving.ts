/** Leaving an organization: what goes with a person's place in it, and what stays. */
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Queries } from '../../db/client.ts';
import { invitations, organizationUsers, teamMembers, teams, users } from '../../db/schema.ts';
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
 * Take a person out of an organization: off its teams, with what is asked for and sealed for them there, and their invitation.
 * An account that was never opened and that nothing else needs goes too, and with it every link to it. What they uploaded, the
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
  await transaction
    .delete(invitations)
    .where(and(eq(invitations.organization, organization), eq(invitations.user, user.id)));
  const schemas = off.map(({ schema }) => schema);
  const { closed } = await settleRequests(transaction, { people: [user.id], schemas }, now);
  if (!user.isActive) await forget(transaction, user);
  return { teams: off.map(({ name }) => name), closed };
}

/** An account that nobody has chosen a password for is there for its invitations alone. */
async function forget(transaction: Queries, { id }: Person): Promise<void> {
  const [elsewhere] = await transaction
    .select({ id: organizationUsers.id })
    .from(organizationUsers)
    .where(eq(organizationUsers.user, id))
    .limit(1);
  if (!elsewhere) await transaction.delete(users).where(and(eq(users.id, id), isNull(users.passwordHash)));
}
