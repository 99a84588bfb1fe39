/** The signed-in person's invitations: lists, accepts and declines them. */
import { and, desc, eq, gt } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  acceptOwnInvitation,
  declineInvitation,
  getOwnInvitation,
  listOwnInvitations,
  type OwnInvitation,
} from '@cloakroom/contract/invitations.ts';
import { urlOf } from '@cloakroom/contract/reference.ts';
import { notFound } from '@cloakroom/server-kit/problem.ts';
import { sendList } from '@cloakroom/server-kit/serve.ts';
import type { Queries } from '../../db/client.ts';
import { invitations, organizations, organizationUsers } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { linkExpiry } from '../../links.ts';
import { newId } from '../../newId.ts';
import { type SignedInUser, serve, userOf } from '../../plugins/access.ts';
import { audit } from '../audit/repository.ts';
import { lockUser } from './leaving.ts';

type Row = typeof invitations.$inferSelect;

/** Invitations sent before this have expired at `now`. */
const oldestValid = (now: number) => new Date(now - linkExpiry('invite', 0));

/** A person's invitations that have not expired. */
const validFor = (user: string, now: number) =>
  and(eq(invitations.user, user), gt(invitations.modified, oldestValid(now)));

/**
 * Accepts an invitation: creates the membership. Call it in a transaction that has locked the account.
 * @returns the organization; undefined if the invitation was revoked, declined or accepted, or has expired.
 */
export async function acceptInvitationOf(
  transaction: Queries,
  request: FastifyRequest,
  user: Pick<SignedInUser, 'id'>,
  invitation: string,
  now: number,
): Promise<string | undefined> {
  const [row] = await transaction
    .delete(invitations)
    .where(and(eq(invitations.id, invitation), validFor(user.id, now)))
    .returning();
  if (!row) return undefined;
  const { organization, isAdmin } = row;
  const membership = { id: newId(), organization, user: user.id, isAdmin };
  await transaction.insert(organizationUsers).values(membership).onConflictDoNothing();
  await audit(transaction, request, {
    organization,
    actor: user.id,
    action: 'create',
    model: 'organization_user',
    object: membership.id,
    changes: { is_admin: isAdmin, invitation },
  });
  return organization;
}

const ownInvitationView = ({ row, name }: { row: Row; name: string }): OwnInvitation => ({
  id: row.id,
  url: `/api/invitations/${row.id}/`,
  organization_name: name,
  is_admin: row.isAdmin,
  expires: new Date(linkExpiry('invite', row.modified.getTime())).toISOString(),
  created: row.created.toISOString(),
});

export function ownInvitationRoutes(app: FastifyInstance, { database, clock }: Deps): void {
  serve(app, listOwnInvitations, async (call) => {
    const mine = validFor(userOf(call.request).id, clock());
    const rows = await database
      .select({ row: invitations, name: organizations.name })
      .from(invitations)
      .innerJoin(organizations, eq(organizations.id, invitations.organization))
      .where(mine)
      .orderBy(desc(invitations.modified), desc(invitations.id))
      .limit(call.query.limit)
      .offset(call.query.offset);
    const total = await database.$count(invitations, mine);
    return sendList(call, { items: rows.map(ownInvitationView), total });
  });

  serve(app, getOwnInvitation, async ({ request, params: { id } }) => {
    const [found] = await database
      .select({ row: invitations, name: organizations.name })
      .from(invitations)
      .innerJoin(organizations, eq(organizations.id, invitations.organization))
      .where(and(eq(invitations.id, id), validFor(userOf(request).id, clock())));
    if (!found) throw notFound('Invitation');
    return ownInvitationView(found);
  });

  serve(app, acceptOwnInvitation, ({ request, params: { id } }) =>
    database.transaction(async (transaction) => {
      const user = await lockUser(transaction, userOf(request).id);
      const organization = await acceptInvitationOf(transaction, request, user, id, clock());
      if (organization === undefined) throw notFound('Invitation');
      return { organization: urlOf('organizations', organization) };
    }),
  );

  serve(app, declineInvitation, ({ request, params: { id } }) =>
    database.transaction(async (transaction) => {
      const { id: user } = userOf(request);
      const [row] = await transaction
        .delete(invitations)
        .where(and(eq(invitations.id, id), eq(invitations.user, user)))
        .returning();
      if (!row) throw notFound('Invitation');
      await audit(transaction, request, {
        organization: row.organization,
        actor: null,
        action: 'delete',
        model: 'invitation',
        object: id,
        changes: { declined: true },
      });
    }),
  );
}
