/** Organizations and their members' roles. */
import { and, eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { leaveOrganization, removeOrganizationUser } from '@cloakroom/contract/membership.ts';
import {
  createOrganization,
  getOrganization,
  getOrganizationBySlug,
  getOrganizationUser,
  listOrganizations,
  listOrganizationUsers,
  patchOrganizationUser,
  putOrganization,
  type Organization,
} from '@cloakroom/contract/organizations.ts';
import { forbidden, invalid, notFound } from '@cloakroom/server-kit/problem.ts';
import { sendList } from '@cloakroom/server-kit/serve.ts';
import type { Queries } from '../../db/client.ts';
import { isDuplicate } from '../../db/databaseProblem.ts';
import { invitations, organizations, organizationUsers, users } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { serve, userOf } from '../../plugins/access.ts';
import { idempotent } from '../../plugins/idempotency.ts';
import { reachedOrganizations } from '../apiTokens/scope.ts';
import { audit } from '../audit/repository.ts';
import { expansions } from '../expand.ts';
import { equalityFilters } from '../filters.ts';
import {
  changeInvitedRole,
  findInvitation,
  invitedPeople,
  isInvitation,
  revokeInvitation,
  invitedView,
} from './invitationRepository.ts';
import { lockUser, endMembership } from './leaving.ts';
import { requireAdmin, requireMember, requireOtherMember } from './policy.ts';
import { makeOrganization, membersOf, organizationsOf, memberView, organizationViews } from './repository.ts';
import { slugIsTaken } from './slugs.ts';

const onePage = { limit: 1, offset: 0 };
const slugTaken = () => invalid({ slug: ['This slug is taken. Choose another one.'] });

export function organizationRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, clock } = deps;

  /** The view of an organization. @throws {HttpProblem} 404 for non-members. */
  const viewForMember = async (
    queries: Queries,
    request: FastifyRequest,
    by: { id: string } | { slug: string },
  ): Promise<Organization> => {
    const where = 'id' in by ? eq(organizations.id, by.id) : eq(organizations.slug, by.slug);
    const rows = await queries.select().from(organizations).where(where);
    if (!rows[0]) throw notFound('Organization');
    await requireMember(queries, userOf(request), rows[0].id);
    return (await organizationViews(queries, rows))[0]!;
  };

  serve(app, listOrganizations, async (call) => {
    const { id, name, slug } = organizations;
    const user = userOf(call.request);
    const filter = and(equalityFilters(call.query, { id, name, slug }), reachedOrganizations(user, id));
    const { items, total } = await organizationsOf(database, user.id, call.query, filter);
    return sendList(call, { items: await organizationViews(database, items), total });
  });

  serve(app, createOrganization, ({ request, body }) =>
    idempotent(deps, request, async (transaction) => {
      const { id } = await makeOrganization(transaction, body, userOf(request).id);
      const changes = { name: body.name };
      await audit(transaction, request, {
        organization: id,
        action: 'create',
        model: 'organization',
        object: id,
        changes,
      });
      return viewForMember(transaction, request, { id });
    }),
  );

  serve(app, getOrganization, ({ request, params }) => viewForMember(database, request, { id: params.id }));
  serve(app, getOrganizationBySlug, ({ request, params }) =>
    viewForMember(database, request, { slug: params.slug }),
  );

  serve(app, putOrganization, ({ request, params: { id }, body }) =>
    idempotent(deps, request, async (transaction) => {
      await requireAdmin(transaction, userOf(request), id);
      if (await slugIsTaken(transaction, body.slug, id)) throw slugTaken();
      const changes = { name: body.name, slug: body.slug };
      const modified = new Date(clock());
      await transaction
        .update(organizations)
        .set({ ...changes, modified })
        .where(eq(organizations.id, id))
        .catch((error: unknown) => {
          // A concurrent change took the slug.
          throw isDuplicate(error) ? slugTaken() : error;
        });
      await audit(transaction, request, {
        organization: id,
        action: 'update',
        model: 'organization',
        object: id,
        changes,
      });
      return viewForMember(transaction, request, { id });
    }),
  );

  serve(app, listOrganizationUsers, async (call) => {
    const { request, params, query } = call;
    await requireMember(database, userOf(request), params.id);
    const expanded = query.expand?.split(',').includes('user');
    const filter = and(
      equalityFilters(query, { id: organizationUsers.id, user: organizationUsers.user, email: users.email }),
      query.has_identity === undefined ? undefined : eq(users.hasIdentity, query.has_identity === 'true'),
    );
    const members = await membersOf(database, params.id, query, filter);
    const memberCount = members.total ?? 0;
    // Invited people have no identity in the organization before they accept.
    const invited =
      query.has_identity === 'true'
        ? { items: [], total: 0 }
        : await invitedPeople(
            database,
            params.id,
            {
              limit: query.limit - members.items.length,
              offset: Math.max(0, query.offset - memberCount),
            },
            equalityFilters(query, { id: invitations.id, user: invitations.id, email: users.email }),
          );
    return sendList(call, {
      items: [
        ...members.items.map(({ member, user }) => memberView(member, expanded ? user : undefined)),
        ...invited.items.map((invitation) => invitedView(invitation, expanded === true)),
      ],
      total: memberCount + (invited.total ?? 0),
    });
  });

  serve(app, getOrganizationUser, async ({ request, params, query }) => {
    const { id: organization, organizationUserId: id } = params;
    await requireMember(database, userOf(request), organization);
    const expanded = expansions(query.expand).has('user');
    const { items } = await membersOf(database, organization, onePage, eq(organizationUsers.id, id));
    if (items[0]) return memberView(items[0].member, expanded ? items[0].user : undefined);
    const invited = await findInvitation(database, organization, id);
    if (!invited) throw notFound('User');
    return invitedView(invited, expanded);
  });

  serve(app, patchOrganizationUser, ({ request, params, body }) =>
    idempotent(deps, request, async (transaction) => {
      const { id: organization, organizationUserId: id } = params;
      if (await isInvitation(transaction, organization, id)) {
        await requireAdmin(transaction, userOf(request), organization);
        return changeInvitedRole(transaction, request, { organization, id, isAdmin: body.is_admin });
      }
      const member = await requireOtherMember(transaction, userOf(request), params, {
        owner: 'The role of the organization’s owner can’t be changed.',
        self: 'Your own role can’t be changed by yourself. Ask another admin.',
      });
      const user = await lockUser(transaction, member.user);
      if (user.isServiceAccount) throw forbidden('A service account can’t be an admin.');
      const [changed] = await transaction
        .update(organizationUsers)
        .set({ isAdmin: body.is_admin, modified: new Date(clock()) })
        .where(eq(organizationUsers.id, member.id))
        .returning();
      await audit(transaction, request, {
        organization: params.id,
        action: 'update',
        model: 'organization_user',
        object: member.id,
        changes: { is_admin: body.is_admin },
      });
      return memberView(changed!);
    }),
  );

  serve(app, removeOrganizationUser, ({ request, params }) =>
    database.transaction(async (transaction) => {
      const { id: organization, organizationUserId: id } = params;
      if (await isInvitation(transaction, organization, id)) {
        await requireAdmin(transaction, userOf(request), organization);
        return revokeInvitation(transaction, request, organization, id);
      }
      const member = await requireOtherMember(transaction, userOf(request), params, {
        owner: 'The organization’s owner can’t be removed.',
        self: 'You can’t be removed by yourself. Ask another admin.',
      });
      const user = await lockUser(transaction, member.user);
      const { teams, closed } = await endMembership(transaction, member, user, new Date(clock()));
      await audit(transaction, request, {
        organization: params.id,
        action: 'delete',
        model: 'organization_user',
        object: member.id,
        changes: { name: user.email, user: user.id, teams, ...(closed && { requests_closed: closed }) },
      });
    }),
  );

  serve(app, leaveOrganization, ({ request, params }) =>
    database.transaction(async (transaction) => {
      const { id: person } = userOf(request);
      const [organization] = await transaction
        .select()
        .from(organizations)
        .where(eq(organizations.id, params.id))
        .for('no key update');
      const member = await requireMember(transaction, userOf(request), params.id);
      if (member.id === organization?.owner) throw forbidden('The organization’s owner can’t leave it.');
      const user = await lockUser(transaction, person);
      const { teams, closed } = await endMembership(transaction, member, user, new Date(clock()));
      await audit(transaction, request, {
        organization: params.id,
        action: 'delete',
        model: 'organization_user',
        object: member.id,
        changes: { left: true, teams, ...(closed && { requests_closed: closed }) },
      });
    }),
  );
}
