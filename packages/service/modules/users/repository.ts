/** Users, visible to themselves and to people who share an organization with them. */
import { and, eq, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { MemberUser } from '@cloakroom/contract/organizations.ts';
import { urlOf } from '@cloakroom/contract/reference.ts';
import type { User } from '@cloakroom/contract/users.ts';
import type { Queries } from '../../db/client.ts';
import { organizationUsers, users } from '../../db/schema.ts';
import type { SignedInUser } from '../../plugins/access.ts';
import { reachesOrganization, scopeView } from '../apiTokens/scope.ts';
import { invitationVisibleTo, invitedUser } from '../organizations/invitationRepository.ts';
import { organizationsOf, organizationViews } from '../organizations/repository.ts';
import { memberUser } from './memberUser.ts';

/** The view of a user. */
export const userView = (row: SignedInUser, organizations: User['organizations']): User => ({
  ...memberUser(row),
  username: row.email,
  settings: { plan: { product_name: row.planName } },
  organizations,
});

/**
 * A user with the organizations that `caller` shares with them; all organizations if it is the caller, as far as their API
 * token reaches them.
 * @param expand - the query parameter; with `organizations` they are objects.
 */
export async function userFor(
  queries: Queries,
  caller: SignedInUser,
  row: SignedInUser,
  expand = '',
): Promise<User> {
  const { items } = await organizationsOf(queries, row.id);
  const own = caller.id === row.id ? items : (await organizationsOf(queries, caller.id)).items;
  const shared = items.filter(
    ({ id }) => own.some((organization) => organization.id === id) && reachesOrganization(caller, id),
  );
  const user = userView(
    row,
    expand.split(',').includes('organizations')
      ? await organizationViews(queries, shared)
      : shared.map(({ id }) => urlOf('organizations', id)),
  );
  return caller.token && caller.id === row.id ? { ...user, token: scopeView(caller.token) } : user;
}

/** The person or the invited person with this id, as far as visible to the caller. */
export async function visibleMember(
  queries: Queries,
  caller: SignedInUser,
  id: string,
): Promise<MemberUser | undefined> {
  const user = await visibleUser(queries, caller, { id });
  if (user) return memberUser(user);
  const invited = await invitationVisibleTo(queries, caller, id);
  return invited && invitedUser(invited);
}

/** The user with this id or address, if it is the caller or shares an organization with the caller. */
export async function visibleUser(
  queries: Queries,
  caller: SignedInUser,
  by: { id: string } | { email: string },
): Promise<SignedInUser | undefined> {
  const isWanted = 'id' in by ? eq(users.id, by.id) : eq(users.email, by.email.toLowerCase());
  const [theirs, mine] = [alias(organizationUsers, 'theirs'), alias(organizationUsers, 'mine')];
  const [found] = await queries
    .select({ user: users })
    .from(users)
    .leftJoin(theirs, eq(theirs.user, users.id))
    .leftJoin(mine, and(eq(mine.organization, theirs.organization), eq(mine.user, caller.id)))
    .where(and(isWanted, or(eq(users.id, caller.id), eq(mine.user, caller.id))))
    .limit(1);
  return found?.user;
}
