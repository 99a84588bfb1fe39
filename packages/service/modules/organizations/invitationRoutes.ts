/** Inviting people. Answers, lists, the log and timing do not reveal whether an address has an account. */
import type { FastifyInstance } from 'fastify';
import {
  createInvitation,
  deleteInvitation,
  getInvitation,
  listInvitations,
} from '@cloakroom/contract/invitations.ts';
import { invalid, notFound } from '@cloakroom/server-kit/problem.ts';
import { sendList } from '@cloakroom/server-kit/serve.ts';
import type { Deps } from '../../deps.ts';
import { withMinimumDuration } from '../../minimumDuration.ts';
import { linkFor } from '../../links.ts';
import { serve, userOf } from '../../plugins/access.ts';
import { idempotent } from '../../plugins/idempotency.ts';
import { countAttempt } from '../../plugins/rateLimit.ts';
import { invitationMail } from '../accounts/mails.ts';
import {
  findInvitation,
  invite,
  openInvitations,
  requireInvitation,
  revokeInvitation,
  invitationView,
  type Invited,
} from './invitationRepository.ts';
import { requireAdmin } from './policy.ts';

export function invitationRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, config, clock, mail } = deps;

  /** The link in the mail: for active accounts the list of invitations, else a page that activates the account. */
  const linkOf = ({ row, user }: Invited): string => {
    if (user.isActive) return `${config.PUBLIC_URL}/invitations`;
    return `${linkFor(config, 'invite', user, row.modified.getTime())}&invitation=${row.id}`;
  };

  serve(app, listInvitations, async (call) => {
    await requireAdmin(database, userOf(call.request), call.params.id);
    const { items, total } = await openInvitations(database, call.params.id, call.query);
    return sendList(call, { items: items.map(invitationView), total });
  });

  serve(app, getInvitation, async ({ request, params: { id, invitationId } }) => {
    await requireAdmin(database, userOf(request), id);
    const found = await findInvitation(database, id, invitationId);
    if (!found) throw notFound('Invitation');
    return invitationView(found);
  });

  serve(app, createInvitation, async ({ request, params: { id }, body }) => {
    const person = userOf(request);
    await requireAdmin(database, person, id);
    if (body.organization !== undefined && body.organization !== id)
      throw invalid({ organization: ['This is not the organization of the address.'] });
    const { address } = request.client;
    await countAttempt(deps, { purpose: 'invite', account: body.email, address });
    const now = new Date(clock());
    return withMinimumDuration(async () => {
      let created: Awaited<ReturnType<typeof invite>> | undefined;
      const { invitation } = await idempotent(deps, request, async (transaction) => {
        created = await invite(transaction, request, id, body, now);
        return { invitation: created.invited.row.id };
      });
      if (!created) return invitationView(await requireInvitation(database, invitation));
      const { invited, organization } = created;
      const inviter = `${person.firstName} ${person.lastName}`.trim() || person.email;
      const { user } = invited;
      await mail.send(invitationMail(user, inviter, organization, linkOf(invited), user.isActive));
      return invitationView(invited);
    });
  });

  serve(app, deleteInvitation, ({ request, params }) =>
    database.transaction(async (transaction) => {
      await requireAdmin(transaction, userOf(request), params.id);
      await revokeInvitation(transaction, request, params.id, params.invitationId);
    }),
  );
}
