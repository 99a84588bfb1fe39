/** Invitations as stored, sent again, taken back and told. */
import { and, count, desc, eq, inArray, ne } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Invitation } from '#contract/invitations.ts';
import type { ListPage } from '#contract/list.ts';
import { urlOf } from '#contract/reference.ts';
import { invalid, notFound } from '#host/problem.ts';
import type { Queries } from '../../db/client.ts';
import { invitations, organizations, organizationUsers, users } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { linkEnd, linkFor } from '../../links.ts';
import { newId } from '../../newId.ts';
import type { Person } from '../../plugins/access.ts';
import { accountByEmail, makeAccount } from '../accounts/repository.ts';
import { audit } from '../audit/repository.ts';
import { heldUser, leave } from './leaving.ts';

type Row = typeof invitations.$inferSelect;
export type Invited = { row: Row; user: Person };

/**
 * Invite the person with this address, or invite them again. Call in a transaction.
 * @throws {HttpProblem} 400 when they are in already.
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
  const added = await queries
    .insert(organizationUsers)
    .values({ id: newId(), ...place, isAdmin })
    .onConflictDoNothing()
    .returning();
  if (added.length === 0 && user.isActive)
    throw invalid({ email: ['This person already belongs to the organization.'] });
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
    changes: { user: user.id, is_admin: row!.isAdmin },
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

const open = (organization: string) =>
  and(eq(invitations.organization, organization), eq(users.isActive, false));

/** One page of the invitations that nobody has followed yet, the last sent first. */
export async function openInvitations(
  queries: Queries,
  organization: string,
  page: { limit: number; offset: number },
): Promise<ListPage<Invited>> {
  const items = await queries
    .select({ row: invitations, user: users })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.user))
    .where(open(organization))
    .orderBy(desc(invitations.modified), desc(invitations.id))
    .limit(page.limit)
    .offset(page.offset);
  const [total] = await queries
    .select({ count: count() })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.user))
    .where(open(organization));
  return { items, total: total?.count ?? 0 };
}

/** An invitation, followed or not. @throws {HttpProblem} 404 when it has been taken back. */
export async function requireInvitation(queries: Queries, id: string): Promise<Invited> {
  const [found] = await queries
    .select({ row: invitations, user: users })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.user))
    .where(eq(invitations.id, id));
  if (!found) throw notFound('Invitation');
  return found;
}

/**
 * Take an open invitation back: the person leaves the organization, and the link ends with an account that nothing else
 * needs. Call in a transaction.
 * @throws {HttpProblem} 404 when it isn't there, or was followed.
 */
export async function revoke(
  transaction: Queries,
  request: FastifyRequest,
  organization: string,
  id: string,
  now: Date,
): Promise<void> {
  const [found] = await transaction
    .select({ place: organizationUsers })
    .from(invitations)
    .innerJoin(organizations, eq(organizations.id, invitations.organization))
    .innerJoin(
      organizationUsers,
      and(
        eq(organizationUsers.organization, invitations.organization),
        eq(organizationUsers.user, invitations.user),
        ne(organizationUsers.id, organizations.owner),
      ),
    )
    .where(and(eq(invitations.id, id), eq(invitations.organization, organization)))
    .for('update', { of: organizationUsers });
  if (!found) throw notFound('Invitation');
  const user = await heldUser(transaction, found.place.user);
  if (user.isActive) throw notFound('Invitation');
  await leave(transaction, found.place, user, now);
  await audit(transaction, request, {
    organization,
    action: 'delete',
    model: 'invitation',
    object: id,
    changes: { user: user.id },
  });
}

/** How many organizations each of these people belongs to; nobody is listed with none. */
async function placesOf(queries: Queries, people: string[]): Promise<Map<string, number>> {
  const rows = await queries
    .select({ user: organizationUsers.user, places: count() })
    .from(organizationUsers)
    .where(inArray(organizationUsers.user, people))
    .groupBy(organizationUsers.user);
  return new Map(rows.map(({ user, places }) => [user, places]));
}

/** How invitations are told, in the order given; to admins of their organization alone, for some carry the way in. */
export async function toldInvitations(
  { database, config, clock }: Pick<Deps, 'database' | 'config' | 'clock'>,
  items: Invited[],
): Promise<Invitation[]> {
  if (items.length === 0) return [];
  const places = await placesOf(
    database,
    items.map(({ user }) => user.id),
  );
  return items.map(({ row, user }) => {
    const sent = row.modified.getTime();
    const expires = linkEnd('invite', sent);
    // Whoever holds the link becomes the account's owner: not for one admin to have where others rely on it.
    const link =
      config.smtpUrl || expires < clock() || (!user.isActive && places.get(user.id) !== 1)
        ? undefined
        : user.isActive
          ? `${config.publicUrl}/login`
          : linkFor(config, 'invite', user, sent);
    return {
      id: row.id,
      url: `/api/organizations/${row.organization}/invitations/${row.id}/`,
      organization: urlOf('organizations', row.organization),
      user: urlOf('users', user.id),
      is_admin: row.isAdmin,
      ...(link ? { link } : {}),
      expires: new Date(expires).toISOString(),
      created: row.created.toISOString(),
      modified: row.modified.toISOString(),
    };
  });
}
