/** Organizations and their members in the database, and their views for callers. */
import { and, asc, count, eq, inArray, type SQL } from 'drizzle-orm';
import type { Organization, OrganizationUser } from '@cloakroom/contract/organizations.ts';
import { urlOf } from '@cloakroom/contract/reference.ts';
import type { ListPage } from '@cloakroom/contract/list.ts';
import type { Queries } from '../../db/client.ts';
import { organizations, organizationUsers, users } from '../../db/schema.ts';
import { newId } from '../../newId.ts';
import { memberUser, type UserRow } from '../users/memberUser.ts';
import { organizationSlug } from './slugs.ts';

type OrganizationRow = typeof organizations.$inferSelect;
type MemberRow = typeof organizationUsers.$inferSelect;

/**
 * Creates an organization that `user` owns. Call it in a transaction: it inserts two rows.
 * @throws {HttpProblem} 409 if the wanted slug is taken or reserved.
 */
export async function makeOrganization(
  queries: Queries,
  { name, slug }: { name: string; slug?: string | undefined },
  user: string,
): Promise<OrganizationRow> {
  const [id, owner] = [newId(), newId()];
  const organization = await insertUnderSlug(queries, { id, name, owner }, slug);
  await queries.insert(organizationUsers).values({ id: owner, organization: id, user, isAdmin: true });
  return organization;
}

/** If a concurrent insert takes the slug, another one is chosen, or the wanted one is refused. */
async function insertUnderSlug(
  queries: Queries,
  values: { id: string; name: string; owner: string },
  wanted: string | undefined,
): Promise<OrganizationRow> {
  const slug = await organizationSlug(queries, { name: values.name, slug: wanted });
  const [inserted] = await queries
    .insert(organizations)
    .values({ ...values, slug })
    .onConflictDoNothing()
    .returning();
  return inserted ?? insertUnderSlug(queries, values, wanted);
}

/** The view of an organization user; expanded if the user's row is given. */
export const memberView = (member: MemberRow, user?: UserRow): OrganizationUser => ({
  id: member.id,
  url: `/api/organizations/${member.organization}/users/${member.id}/`,
  organization: urlOf('organizations', member.organization),
  user: user ? memberUser(user) : urlOf('users', member.user),
  is_admin: member.isAdmin,
  created: member.created.toISOString(),
  modified: member.modified.toISOString(),
});

type Membership = { member: MemberRow; user: UserRow };

/** The view of an organization with all its members. */
export function organizationView(row: OrganizationRow, people: Membership[]): Organization {
  const owner = people.find(({ member }) => member.id === row.owner);
  if (!owner) throw new Error(`Organization ${row.id} has no owner.`);
  return {
    id: row.id,
    url: urlOf('organizations', row.id),
    name: row.name,
    slug: row.slug,
    owner: { id: owner.member.id, organization_user: memberView(owner.member, owner.user) },
    organization_users: people.map(({ member }) => memberView(member).url),
    is_active: row.isActive,
    created: row.created.toISOString(),
    modified: row.modified.toISOString(),
  };
}

/** The views of organizations, in the same order. */
export async function organizationViews(queries: Queries, rows: OrganizationRow[]): Promise<Organization[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const people = await queries
    .select({ member: organizationUsers, user: users })
    .from(organizationUsers)
    .innerJoin(users, eq(users.id, organizationUsers.user))
    .where(inArray(organizationUsers.organization, ids))
    .orderBy(asc(organizationUsers.created), asc(organizationUsers.id));
  return rows.map((row) =>
    organizationView(
      row,
      people.filter(({ member }) => member.organization === row.id),
    ),
  );
}

/** A person's organizations, oldest first. */
export async function organizationsOf(
  queries: Queries,
  user: string,
  page?: { limit: number; offset: number },
  filter?: SQL,
): Promise<ListPage<OrganizationRow>> {
  const mine = and(eq(organizationUsers.user, user), filter);
  const joined = eq(organizationUsers.organization, organizations.id);
  const list = queries
    .select({ row: organizations })
    .from(organizations)
    .innerJoin(organizationUsers, joined)
    .where(mine)
    .orderBy(asc(organizations.created), asc(organizations.id));
  const items = await (page ? list.limit(page.limit).offset(page.offset) : list);
  const [total] = await queries
    .select({ count: count() })
    .from(organizations)
    .innerJoin(organizationUsers, joined)
    .where(mine);
  return { items: items.map(({ row }) => row), total: total?.count ?? 0 };
}

/** A page of an organization's members with their users, oldest first. */
export async function membersOf(
  queries: Queries,
  organization: string,
  page: { limit: number; offset: number },
  filter?: SQL,
): Promise<ListPage<Membership>> {
  const where = and(eq(organizationUsers.organization, organization), filter);
  const items = await queries
    .select({ member: organizationUsers, user: users })
    .from(organizationUsers)
    .innerJoin(users, eq(users.id, organizationUsers.user))
    .where(where)
    .orderBy(asc(organizationUsers.created), asc(organizationUsers.id))
    .limit(page.limit)
    .offset(page.offset);
  const [total] = await queries
    .select({ count: count() })
    .from(organizationUsers)
    .innerJoin(users, eq(users.id, organizationUsers.user))
    .where(where);
  return { items, total: total?.count ?? 0 };
}
