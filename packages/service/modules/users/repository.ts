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
 * A user with the organizations that `asker` shares with them; all organizations for the asker themselves, as far as their API
 * token reaches them.
 * @param expand - the query parameter; with `organizations` they are objects.
 */
export async function userFor(
  queries: Queries,
  asker: SignedInUser,
  row: SignedInUser,
  expand = '',
): Promise<User> {
  const { items } = await organizationsOf(queries, row.id);
  const own = asker.id === row.id ? items : (await organizationsOf(queries, asker.id)).items;
  const shared = items.filter(
    ({ id }) => own.some((organization) => organization.id === id) && reachesOrganization(asker, id),
  );
  const user = userView(
    row,
    expand.split(',').includes('organizations')
      ? await organizationViews(queries, shared)
      : shared.map(({ id }) => urlOf('organizations', id)),
  );
  return asker.token && asker.id === row.id ? { ...user, token: scopeView(asker.token) } : user;
}

/** What the asker may see of the person, or of the invited person, with this id. */
export async function visibleMember(
  queries: Queries,
  asker: SignedInUser,
  id: string,
): Promise<MemberUser | undefined> {
  const user = await visibleUser(queries, asker, { id });
  if (user) return memberUser(user);
  const invited = await invitationVisibleTo(queries, asker, id);
  return invited && invitedUser(invited);
}

/** The user with this id or address, if they are the asker or share an organization with the asker. */
export async function visibleUser(
  queries: Queries,
  asker: SignedInUser,
  by: { id: string } | { email: string },
): Promise<SignedInUser | undefined> {
  const isWanted = 'id' in by ? eq(users.id, by.id) : eq(users.email, by.email.toLowerCase());
  const [theirs, mine] = [alias(organizationUsers, 'theirs'), alias(organizationUsers, 'mine')];
  const [found] = await queries
    .select({ user: users })
    .from(users)
    .leftJoin(theirs, eq(theirs.user, users.id))
    .leftJoin(mine, and(eq(mine.organization, theirs.organization), eq(mine.user, asker.id)))
    .where(and(isWanted, or(eq(users.id, asker.id), eq(mine.user, asker.id))))
    .limit(1);
  return found?.user;
}
