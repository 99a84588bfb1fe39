/** Invitations of an organization: creates, lists, changes and revokes them. */
import { and, asc, count, desc, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Invitation } from '@cloakroom/contract/invitations.ts';
import type { ListPage } from '@cloakroom/contract/list.ts';
import type { MemberUser, OrganizationUser } from '@cloakroom/contract/organizations.ts';
import { urlOf } from '@cloakroom/contract/reference.ts';
import { invalid, notFound } from '@cloakroom/server-kit/problem.ts';
import type { Queries } from '../../db/client.ts';
import { invitations, organizations, organizationUsers, users } from '../../db/schema.ts';
import { linkExpiry } from '../../links.ts';
import { newId } from '../../newId.ts';
import type { SignedInUser } from '../../plugins/access.ts';
import { accountByEmail, insertAccount } from '../accounts/repository.ts';
import { audit } from '../audit/repository.ts';

type Row = typeof invitations.$inferSelect;
export type Invited = { row: Row; user: SignedInUser };

/**
 * Invites the person with this address, or renews their invitation. Call it in a transaction.
 * @throws {HttpProblem} 400 if they are a member already.
 */
export async function invite(
  queries: Queries,
  request: FastifyRequest,
  organization: string,
  { email, is_admin: isAdmin }: { email: string; is_admin: boolean },
  now: Date,
): Promise<{ invited: Invited; organization: string }> {
  const user = (await accountByEmail(queries, email)) ?? (await createInvitedAccount(queries, email));
  const [member] = await queries
    .select({ id: organizationUsers.id })
    .from(organizationUsers)
    .where(and(eq(organizationUsers.organization, organization), eq(organizationUsers.user, user.id)));
  if (member) throw invalid({ email: ['This person already belongs to the organization.'] });
  const [row] = await queries
    .insert(invitations)
    .values({ id: newId(), organization, user: user.id, isAdmin, created: now, modified: now })
    // Renewed; the role is unchanged, since changing it has its own rules.
    .onConflictDoUpdate({ target: [invitations.organization, invitations.user], set: { modified: now } })
    .returning();
  await audit(queries, request, {
    organization,
    action: 'create',
    model: 'invitation',
    object: row!.id,
    changes: { is_admin: row!.isAdmin },
  });
  const [organizationRow] = await queries
    .select()
    .from(organizations)
    .where(eq(organizations.id, organization));
  return { invited: { row: row!, user }, organization: organizationRow!.name };
}

/** Creates an account without a password, or returns one that a concurrent invitation created. */
async function createInvitedAccount(queries: Queries, email: string): Promise<SignedInUser> {
  const account =
    (await insertAccount(queries, { email, passwordHash: null })) ?? (await accountByEmail(queries, email));
  if (!account) throw new Error('An account was deleted while it was being invited.');
  return account;
}

/** One invitation of one organization. */
const ofOrganization = (organization: string, id: string) =>
  and(eq(invitations.id, id), eq(invitations.organization, organization));

const selectInvited = (queries: Queries, where: SQL | undefined) =>
  queries
    .select({ row: invitations, user: users })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.user))
    .where(where)
    .$dynamic();

async function countInvited(queries: Queries, where: SQL | undefined): Promise<number> {
  const [total] = await queries
    .select({ count: count() })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.user))
    .where(where);
  return total?.count ?? 0;
}

/** A page of an organization's invitations, the last sent first. */
export async function openInvitations(
  queries: Queries,
  organization: string,
  page: { limit: number; offset: number },
): Promise<ListPage<Invited>> {
  const where = eq(invitations.organization, organization);
  const items = await selectInvited(queries, where)
    .orderBy(desc(invitations.modified), desc(invitations.id))
    .limit(page.limit)
    .offset(page.offset);
  return { items, total: await countInvited(queries, where) };
}

/** A page of an organization's invitations, oldest first; `filter` is a further condition. */
export async function invitedPeople(
  queries: Queries,
  organization: string,
  page: { limit: number; offset: number },
  filter?: SQL,
): Promise<ListPage<Invited>> {
  const where = and(eq(invitations.organization, organization), filter);
  const total = await countInvited(queries, where);
  if (page.limit <= 0 || page.offset >= total) return { items: [], total };
  const items = await selectInvited(queries, where)
    .orderBy(asc(invitations.created), asc(invitations.id))
    .limit(page.limit)
    .offset(page.offset);
  return { items, total };
}

/** An invitation. @throws {HttpProblem} 404 if it was revoked, accepted or declined. */
export async function requireInvitation(queries: Queries, id: string): Promise<Invited> {
  const [found] = await selectInvited(queries, eq(invitations.id, id));
  if (!found) throw notFound('Invitation');
  return found;
}

/** An invitation of the organization; undefined if it was revoked, accepted or declined. */
export async function findInvitation(
  queries: Queries,
  organization: string,
  id: string,
): Promise<Invited | undefined> {
  return (await selectInvited(queries, ofOrganization(organization, id)))[0];
}

/** The organization's invitation that a member of it sees under this id. */
export async function invitationVisibleTo(
  queries: Queries,
  member: { id: string },
  id: string,
): Promise<Invited | undefined> {
  const own = queries
    .select({ id: organizationUsers.organization })
    .from(organizationUsers)
    .where(eq(organizationUsers.user, member.id));
  const [found] = await selectInvited(
    queries,
    and(eq(invitations.id, id), inArray(invitations.organization, own)),
  );
  return found;
}

/** Whether an id is that of an invitation of the organization. */
export async function isInvitation(queries: Queries, organization: string, id: string): Promise<boolean> {
  const where = ofOrganization(organization, id);
  return (await countInvited(queries, where)) > 0;
}

/** Changes the role of an invitation. @throws {HttpProblem} 404 if it is not open. */
export async function changeInvitedRole(
  queries: Queries,
  request: FastifyRequest,
  { organization, id, isAdmin }: { organization: string; id: string; isAdmin: boolean },
): Promise<OrganizationUser> {
  const [row] = await queries
    .update(invitations)
    .set({ isAdmin })
    .where(ofOrganization(organization, id))
    .returning();
  if (!row) throw notFound('User');
  const { user } = await requireInvitation(queries, id);
  const changes = { is_admin: isAdmin };
  await audit(queries, request, { organization, action: 'update', model: 'invitation', object: id, changes });
  return invitedView({ row, user }, false);
}

/**
 * Revokes an open invitation. An account that was never activated and has no other invitation or membership is deleted,
 * which voids all links to it. Call it in a transaction.
 * @throws {HttpProblem} 404 if there is none, or it was accepted or declined.
 */
export async function revokeInvitation(
  transaction: Queries,
  request: FastifyRequest,
  organization: string,
  id: string,
): Promise<void> {
  const where = ofOrganization(organization, id);
  const [found] = await transaction.select().from(invitations).where(where);
  if (!found) throw notFound('Invitation');
  // Locks the account first, as accepting does.
  const [user] = await transaction.select().from(users).where(eq(users.id, found.user)).for('update');
  const [deleted] = await transaction.delete(invitations).where(where).returning();
  if (!deleted || !user) throw notFound('Invitation');
  await deleteUnusedAccount(transaction, user);
  await audit(transaction, request, {
    organization,
    action: 'delete',
    model: 'invitation',
    object: id,
    changes: {},
  });
}

/** Deletes an account without a password, unless it has a membership or another invitation. */
async function deleteUnusedAccount(transaction: Queries, { id, isActive }: SignedInUser): Promise<void> {
  if (isActive) return;
  const references = await Promise.all([
    transaction.select().from(organizationUsers).where(eq(organizationUsers.user, id)).limit(1),
    transaction.select().from(invitations).where(eq(invitations.user, id)).limit(1),
  ]);
  if (references.every((rows) => rows.length === 0))
    await transaction.delete(users).where(and(eq(users.id, id), isNull(users.passwordHash)));
}

/** When an invitation expires, in milliseconds since 1970. */
const expiryOf = ({ modified }: Row): number => linkExpiry('invite', modified.getTime());

/** The view of an invitation for admins. */
export const invitationView = ({ row }: Invited): Invitation => ({
  id: row.id,
  url: `/api/organizations/${row.organization}/invitations/${row.id}/`,
  organization: urlOf('organizations', row.organization),
  user: urlOf('users', row.id),
  is_admin: row.isAdmin,
  expires: new Date(expiryOf(row)).toISOString(),
  created: row.created.toISOString(),
  modified: row.modified.toISOString(),
});

/** The view of an invited person: with the invitation's id and the address only, so that it does not reveal whether there is an account. */
export const invitedUser = ({ row, user: { email } }: Invited): MemberUser => ({
  id: row.id,
  url: urlOf('users', row.id),
  email,
  first_name: '',
  last_name: '',
  is_active: false,
  is_superuser: false,
  is_service_account: false,
  has_identity: false,
  date_joined: row.created.toISOString(),
  last_login: null,
});

/** The view of an invited person in the list of an organization's users. */
export function invitedView(invited: Invited, expanded: boolean): OrganizationUser {
  const { row } = invited;
  return {
    id: row.id,
    url: `/api/organizations/${row.organization}/users/${row.id}/`,
    organization: urlOf('organizations', row.organization),
    user: expanded ? invitedUser(invited) : urlOf('users', row.id),
    is_admin: row.isAdmin,
    created: row.created.toISOString(),
    modified: row.modified.toISOString(),
  };
}
