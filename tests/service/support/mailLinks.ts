/** The links in mails, and the calls of the pages behind them. */
import type { FastifyInstance } from 'fastify';
import type { MailMessage } from '@cloakroom/service/modules/mail/mailMessage.ts';
import { password } from './people.ts';

/** The address of the only link of a mail. */
export function linkIn(mail: MailMessage | undefined): URL {
  const found = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0];
  if (!found) throw new Error('The mail has no link.');
  return new URL(found);
}

/** The values that the page behind a link sends. */
export const partsOf = (link: URL) => ({
  user_id: link.searchParams.get('user_id') ?? '',
  timestamp: link.searchParams.get('timestamp') ?? '',
  signature: link.searchParams.get('signature') ?? '',
  ...(link.searchParams.has('invitation') && { invitation: link.searchParams.get('invitation') }),
});

/** The answer to an invalid invitation link. */
export const staleInvitation = { detail: 'Invalid invitation link. Please ask for a new one.' };

/** Follows an invitation's link and submits its form; `more` overrides the defaults. */
export const acceptInvitation = (app: FastifyInstance, link: URL, more: object = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/accounts/accept-invitation/',
    payload: {
      ...partsOf(link),
      first_name: 'Grace',
      last_name: 'Hopper',
      password,
      password_confirm: password,
      ...more,
    },
  });
