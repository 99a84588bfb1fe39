/** Organizations and the people in them, as stored and as told. */
import { and, asc, count, eq, inArray, type SQL } from 'drizzle-orm';
import type { Organization, OrganizationUser } from '@cloakroom/contract/organizations.ts';
import { urlOf } from '@cloakroom/contract/reference.ts';
import type { ListPage } from '@cloakroom/contract/list.ts';
import type { Queries } from '../../db/client.ts';
import { organizations, organizationUsers, users } from '../../db/schema.ts';
import { newId } from '../../newId.ts';
import { memberUser } from '../users/memberUser.ts';
import { freeOrganizationSlug } from './slugs.ts';

type OrganizationRow = typeof organizations.$inferSelect;
type MemberRow = typeof organizationUsers.$inferSelect;
type UserRow = typeof users.$inferSelect;

/** Make an organization that `user` owns. Call in a transaction: it makes two rows. */
export async function makeOrganization(
  queries: Queries,
  name: string,
  user: string,
): Promise<OrganizationRow> {
  const [id, owner] = [newId(), newId()];
  const organization = await insertUnderFreeSlug(queries, { id, name, owner });
  await queries.insert(organizationUsers).values({ id: owner, organization: id, user, isAdmin: true });
  return organization;
}

/** Two people may name theirs the same in the same moment: the second looks for a slug again. */
async function insertUnderFreeSlug(
  queries: Queries,
  values: { id: string; name: string; owner: string },
): Promise<OrganizationRow> {
  const slug = await freeOrganizationSlug(queries, values.name);
  const [made] = await queries
    .insert(organizations)
    .values({ ...values, slug })
    .onConflictDoNothing()
    .returning();
  return made ?? insertUnderFreeSlug(queries, values);
}

/** How an organization user is told; with its user's row, expanded. */
export const memberView = (member: MemberRow, user?: UserRow): OrganizationUser => ({
  id: member.id,
  url: `/api/organizations/${member.organization}/users/${member.id}/`,
  organization: urlOf('organizations', member.organization),
  user: user ? memberUser(user) : urlOf('users', member.user),
  is_admin: member.isAdmin,
  created: member.created.toISOString(),
  modified: member.modified.toISOString(),
});

type Place = { member: MemberRow; user: UserRow };

/** How an organization is told, given all its people. */
export function organizationView(row: OrganizationRow, people: Place[]): Organization {
  const owner = people.find(({ member }) => member.id === row.owner);
  if (!owner) throw new Error(`Organization ${row.id} has lost its owner.`);
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

/** Organizations as told, in the order given. */
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
  only?: SQL,
): Promise<ListPage<OrganizationRow>> {
  const mine = and(eq(organizationUsers.user, user), only);
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

/** One page of an organization's people, with their users, in the order they came. */
export async function membersOf(
  queries: Queries,
  organization: string,
  page: { limit: number; offset: number },
  only?: SQL,
): Promise<ListPage<{ member: MemberRow; user: UserRow }>> {
  const where = and(eq(organizationUsers.organization, organization), only);
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
