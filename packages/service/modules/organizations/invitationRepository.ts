/** Invitations as an organization's admins make them, see them and take them back. Until one is accepted it gives nobody a place. */
import { and, asc, count, desc, eq, isNull, type SQL } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Invitation } from '@cloakroom/contract/invitations.ts';
import type { ListPage } from '@cloakroom/contract/list.ts';
import type { OrganizationUser } from '@cloakroom/contract/organizations.ts';
import { urlOf } from '@cloakroom/contract/reference.ts';
import { invalid, notFound } from '@cloakroom/server-kit/problem.ts';
import type { Queries } from '../../db/client.ts';
import { invitations, organizations, organizationUsers, users } from '../../db/schema.ts';
import { linkEnd } from '../../links.ts';
import { newId } from '../../newId.ts';
import type { Person } from '../../plugins/access.ts';
import { accountByEmail, makeAccount } from '../accounts/repository.ts';
import { audit } from '../audit/repository.ts';

type Row = typeof invitations.$inferSelect;
export type Invited = { row: Row; user: Person };

/**
 * Invite the person with this address, or invite them again. Call in a transaction.
 * @throws {HttpProblem} 400 when they are a member already.
 */
export async function invite(
  queries: Queries,
  request: FastifyRequest,
  organization: string,
  { email, is_admin: isAdmin }: { email: string; is_admin: boolean },
  now: Date,
): Promise<{ invited: Invited; organization: string }> {
  const user = (await accountByEmail(queries, email)) ?? (await newcomer(queries, email));
  const place = { organization, user: user.id };
  const [present] = await queries
    .select({ id: organizationUsers.id })
    .from(organizationUsers)
    .where(and(eq(organizationUsers.organization, organization), eq(organizationUsers.user, user.id)));
  if (present) throw invalid({ email: ['This person already belongs to the organization.'] });
  const [row] = await queries
    .insert(invitations)
    .values({ id: newId(), ...place, isAdmin, created: now, modified: now })
    // Sent again; the role stays as it is, for changing one has rules of its own.
    .onConflictDoUpdate({ target: [invitations.organization, invitations.user], set: { modified: now } })
    .returning();
  await audit(queries, request, {
    organization,
    action: 'create',
    model: 'invitation',
    object: row!.id,
    changes: { is_admin: row!.isAdmin },
  });
  const [named] = await queries.select().from(organizations).where(eq(organizations.id, organization));
  return { invited: { row: row!, user }, organization: named!.name };
}

/** An account without a password; made by another invitation in the same moment, it is that one. */
async function newcomer(queries: Queries, email: string): Promise<Person> {
  const made =
    (await makeAccount(queries, { email, passwordHash: null })) ?? (await accountByEmail(queries, email));
  if (!made) throw new Error('An account was deleted while it was being invited.');
  return made;
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

/** One page of an organization's invitations, the last sent first. */
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

/** One page of those whom an organization has invited, in the order they were; `only` narrows it. */
export async function invitedPeople(
  queries: Queries,
  organization: string,
  page: { limit: number; offset: number },
  only?: SQL,
): Promise<ListPage<Invited>> {
  const where = and(eq(invitations.organization, organization), only);
  const total = await countInvited(queries, where);
  if (page.limit <= 0 || page.offset >= total) return { items: [], total };
  const items = await selectInvited(queries, where)
    .orderBy(asc(invitations.created), asc(invitations.id))
    .limit(page.limit)
    .offset(page.offset);
  return { items, total };
}

/** An invitation. @throws {HttpProblem} 404 when it has been taken back, accepted or declined. */
export async function requireInvitation(queries: Queries, id: string): Promise<Invited> {
  const [found] = await selectInvited(queries, eq(invitations.id, id));
  if (!found) throw notFound('Invitation');
  return found;
}

/** Whether an id names an invitation of the organization. */
export async function isInvitation(queries: Queries, organization: string, id: string): Promise<boolean> {
  const where = ofOrganization(organization, id);
  return (await countInvited(queries, where)) > 0;
}

/** Give an invitation another role. @throws {HttpProblem} 404 when it isn't open any more. */
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
 * Take an open invitation back. An account that nobody has opened and nothing else needs ends with it, and with it every link
 * to it. Call in a transaction.
 * @throws {HttpProblem} 404 when it isn't there, or was accepted or declined.
 */
export async function revoke(
  transaction: Queries,
  request: FastifyRequest,
  organization: string,
  id: string,
): Promise<void> {
  const where = ofOrganization(organization, id);
  const [found] = await transaction.select().from(invitations).where(where);
  if (!found) throw notFound('Invitation');
  // Who accepts holds the account first, too.
  const [user] = await transaction.select().from(users).where(eq(users.id, found.user)).for('update');
  const [gone] = await transaction.delete(invitations).where(where).returning();
  if (!gone || !user) throw notFound('Invitation');
  await forgetUnopened(transaction, user);
  await audit(transaction, request, {
    organization,
    action: 'delete',
    model: 'invitation',
    object: id,
    changes: {},
  });
}

/** Delete an account that nobody has chosen a password for, unless another place or invitation needs it. */
async function forgetUnopened(transaction: Queries, { id, isActive }: Person): Promise<void> {
  if (isActive) return;
  const needed = await Promise.all([
    transaction.select().from(organizationUsers).where(eq(organizationUsers.user, id)).limit(1),
    transaction.select().from(invitations).where(eq(invitations.user, id)).limit(1),
  ]);
  if (needed.every((rows) => rows.length === 0))
    await transaction.delete(users).where(and(eq(users.id, id), isNull(users.passwordHash)));
}

/** When an invitation stops working, in milliseconds since 1970. */
const endOf = ({ modified }: Row): number => linkEnd('invite', modified.getTime());

/** How an invitation is told to admins. */
export const invitationView = ({ row }: Invited): Invitation => ({
  id: row.id,
  url: `/api/organizations/${row.organization}/invitations/${row.id}/`,
  organization: urlOf('organizations', row.organization),
  user: urlOf('users', row.id),
  is_admin: row.isAdmin,
  expires: new Date(endOf(row)).toISOString(),
  created: row.created.toISOString(),
  modified: row.modified.toISOString(),
});

/**
 * How an invited person stands in the list of an organization's people: under the invitation's id, with the address and nothing else of
 * an account, whether there is one or not.
 */
export function invitedView({ row, user: { email } }: Invited, expanded: boolean): OrganizationUser {
  const url = urlOf('users', row.id);
  const created = row.created.toISOString();
  return {
    id: row.id,
    url: `/api/organizations/${row.organization}/users/${row.id}/`,
    organization: urlOf('organizations', row.organization),
    user: expanded
      ? {
          id: row.id,
          url,
          email,
          first_name: '',
          last_name: '',
          is_active: false,
          is_superuser: false,
          has_identity: false,
          date_joined: created,
          last_login: null,
        }
      : url,
    is_admin: row.isAdmin,
    created,
    modified: row.modified.toISOString(),
  };
}
