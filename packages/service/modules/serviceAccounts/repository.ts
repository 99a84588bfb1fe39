/** Service accounts in the database: users without a password, with one membership each. */
import { and, asc, count, eq, inArray, type SQL } from 'drizzle-orm';
import { serviceAccountDomain } from '@cloakroom/contract/email.ts';
import type { ListPage } from '@cloakroom/contract/list.ts';
import { urlOf } from '@cloakroom/contract/reference.ts';
import { maxServiceAccounts, type ServiceAccount } from '@cloakroom/contract/serviceAccounts.ts';
import { conflict, notFound } from '@cloakroom/server-kit/problem.ts';
import type { Queries } from '../../db/client.ts';
import { organizations, organizationUsers, users } from '../../db/schema.ts';
import { newId } from '../../newId.ts';
import type { SignedInUser } from '../../plugins/access.ts';
import { slugOf } from '../../slug.ts';
import type { Membership } from '../organizations/policy.ts';
import { memberView } from '../organizations/repository.ts';

export type AccountMembership = { member: Membership; user: SignedInUser };

/** The number of characters of a name, and of the id after it, in an address. */
const [maxNameLength, idLength] = [40, 8];

/** An address that no mail is sent to, and no other user has. */
const addressOf = (name: string, id: string): string =>
  `${slugOf(name).slice(0, maxNameLength).replace(/-$/, '')}-${id.slice(0, idLength).toLowerCase()}@${serviceAccountDomain}`;

export const serviceAccountView = ({ member, user }: AccountMembership): ServiceAccount => ({
  id: user.id,
  url: urlOf('service-accounts', user.id),
  organization: urlOf('organizations', member.organization),
  organization_user: memberView(member).url,
  user: urlOf('users', user.id),
  name: user.firstName,
  email: user.email,
  has_identity: user.hasIdentity,
  created: member.created.toISOString(),
});

const accountsWhere = (queries: Queries, where: SQL | undefined) =>
  queries
    .select({ member: organizationUsers, user: users })
    .from(organizationUsers)
    .innerJoin(users, eq(users.id, organizationUsers.user))
    .where(and(eq(users.isServiceAccount, true), where));

const countOf = async (queries: Queries, organization: string): Promise<number> => {
  const [row] = await queries
    .select({ total: count() })
    .from(organizationUsers)
    .innerJoin(users, eq(users.id, organizationUsers.user))
    .where(and(eq(users.isServiceAccount, true), eq(organizationUsers.organization, organization)));
  return row?.total ?? 0;
};

/** A page of an organization's service accounts, oldest first. */
export async function serviceAccountsOf(
  queries: Queries,
  organization: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListPage<AccountMembership>> {
  const items = await accountsWhere(queries, eq(organizationUsers.organization, organization))
    .orderBy(asc(organizationUsers.created), asc(organizationUsers.id))
    .limit(limit)
    .offset(offset);
  return { items, total: await countOf(queries, organization) };
}

/**
 * A service account for a member of its organization.
 * @throws {HttpProblem} 404 for others, for a person's id and for a closed account.
 */
export async function requireServiceAccount(
  queries: Queries,
  caller: { id: string },
  id: string,
): Promise<AccountMembership> {
  const ownOrganizations = queries
    .select({ id: organizationUsers.organization })
    .from(organizationUsers)
    .where(eq(organizationUsers.user, caller.id));
  const [found] = await accountsWhere(
    queries,
    and(eq(users.id, id), inArray(organizationUsers.organization, ownOrganizations)),
  );
  if (!found) throw notFound('Service account');
  return found;
}

/**
 * Creates a service account.
 * @throws {HttpProblem} 409 for too many.
 */
export async function insertServiceAccount(
  transaction: Queries,
  organization: string,
  name: string,
): Promise<AccountMembership> {
  // Locked, so that two concurrent calls don't both create the last account.
  await transaction
    .select()
    .from(organizations)
    .where(eq(organizations.id, organization))
    .for('no key update');
  if ((await countOf(transaction, organization)) >= maxServiceAccounts)
    throw conflict(
      `The organization has ${maxServiceAccounts} service accounts already. Delete one that is not needed first.`,
    );
  const id = newId();
  const [user] = await transaction
    .insert(users)
    .values({ id, email: addressOf(name, id), firstName: name, isActive: true, isServiceAccount: true })
    .returning();
  const [member] = await transaction
    .insert(organizationUsers)
    .values({ id: newId(), organization, user: id })
    .returning();
  return { member: member!, user: user! };
}

/** Renames a service account. Its address stays. */
export async function renameServiceAccount(transaction: Queries, id: string, name: string): Promise<void> {
  await transaction.update(users).set({ firstName: name }).where(eq(users.id, id));
}
