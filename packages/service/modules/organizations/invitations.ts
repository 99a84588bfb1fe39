/** Inviting people. Nothing in an answer, a list, the log or the time it takes tells whether an address has an account. */
import type { FastifyInstance } from 'fastify';
import { createInvitation, deleteInvitation, listInvitations } from '@cloakroom/contract/invitations.ts';
import { sendList } from '@cloakroom/server-kit/serve.ts';
import type { Deps } from '../../deps.ts';
import { withMinimumDuration } from '../../minimumDuration.ts';
import { linkFor } from '../../links.ts';
import { serve, userOf } from '../../plugins/access.ts';
import { once } from '../../plugins/once.ts';
import { countAttempt } from '../../plugins/throttle.ts';
import { invitationLetter } from '../accounts/letters.ts';
import {
  invite,
  openInvitations,
  requireInvitation,
  revoke,
  invitationView,
  type Invited,
} from './invitationRepository.ts';
import { requireAdmin } from './policy.ts';

export function invitationRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, config, clock, mail } = deps;

  /** Where the mail leads: people with an account sign in and accept there, others open one, which accepts. */
  const linkOf = ({ row, user }: Invited): string => {
    if (user.isActive) return `${config.PUBLIC_URL}/invitations`;
    return `${linkFor(config, 'invite', user, row.modified.getTime())}&invitation=${row.id}`;
  };

  serve(app, listInvitations, async (call) => {
    await requireAdmin(database, userOf(call.request), call.params.id);
    const { items, total } = await openInvitations(database, call.params.id, call.query);
    return sendList(call, { items: items.map(invitationView), total });
  });

  serve(app, createInvitation, async ({ request, params: { id }, body }) => {
    const person = userOf(request);
    await requireAdmin(database, person, id);
    const { address } = request.client;
    await countAttempt(deps, { purpose: 'invite', account: body.email, address });
    const now = new Date(clock());
    return withMinimumDuration(async () => {
      let made: Awaited<ReturnType<typeof invite>> | undefined;
      const { invitation } = await once(deps, request, async (transaction) => {
        made = await invite(transaction, request, id, body, now);
        return { invitation: made.invited.row.id };
      });
      if (!made) return invitationView(await requireInvitation(database, invitation));
      const { invited, organization } = made;
      const by = `${person.firstName} ${person.lastName}`.trim() || person.email;
      const { user } = invited;
      await mail.send(invitationLetter(user, by, organization, linkOf(invited), user.isActive));
      return invitationView(invited);
    });
  });

  serve(app, deleteInvitation, ({ request, params }) =>
    database.transaction(async (transaction) => {
      await requireAdmin(transaction, userOf(request), params.id);
      await revoke(transaction, request, params.id, params.invitationId);
    }),
  );
}
