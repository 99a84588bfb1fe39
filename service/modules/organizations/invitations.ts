/** Inviting people: they are listed at once, and are in once they have chosen a password. */
import type { FastifyInstance } from 'fastify';
import { createInvitation, deleteInvitation, listInvitations } from '#contract/invitations.ts';
import { sendList } from '#host/serve.ts';
import type { Deps } from '../../deps.ts';
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
  toldInvitations,
} from './invitationRepository.ts';
import { requireAdmin } from './policy.ts';

export function invitationRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, config, clock, mail } = deps;

  serve(app, listInvitations, async (call) => {
    await requireAdmin(database, userOf(call.request), call.params.id);
    const { items, total } = await openInvitations(database, call.params.id, call.query);
    return sendList(call, { items: await toldInvitations(deps, items), total });
  });

  serve(app, createInvitation, async ({ request, params: { id }, body }) => {
    const person = userOf(request);
    await requireAdmin(database, person, id);
    const { address } = request.client;
    await countAttempt(deps, { purpose: 'invite', account: body.email, address });
    const now = new Date(clock());
    let made: Awaited<ReturnType<typeof invite>> | undefined;
    // The link in the answer opens the account: it is told anew, and never kept with the answer.
    const { invitation } = await once(deps, request, async (transaction) => {
      made = await invite(transaction, request, id, body, now);
      return { invitation: made.invited.row.id };
    });
    if (!made) return (await toldInvitations(deps, [await requireInvitation(database, invitation)]))[0]!;
    const { invited, organization } = made;
    const { isActive } = invited.user;
    const link = isActive
      ? `${config.publicUrl}/login`
      : linkFor(config, 'invite', invited.user, now.getTime());
    const by = `${person.firstName} ${person.lastName}`.trim() || person.email;
    await mail.send(invitationLetter(invited.user, by, organization, link, isActive));
    return (await toldInvitations(deps, [invited]))[0]!;
  });

  serve(app, deleteInvitation, ({ request, params }) =>
    database.transaction(async (transaction) => {
      await requireAdmin(transaction, userOf(request), params.id);
      await revoke(transaction, request, params.id, params.invitationId, new Date(clock()));
    }),
  );
}
