/** The links in mails, as a person follows them. */
import type { FastifyInstance } from 'fastify';
import type { Letter } from '@cloakroom/service/modules/mail/letter.ts';
import { password } from './people.ts';

/** The address of the only link of a letter. */
export function linkIn(letter: Letter | undefined): URL {
  const found = /https?:\/\/\S+/.exec(letter?.text ?? '')?.[0];
  if (!found) throw new Error('The letter has no link.');
  return new URL(found);
}

/** What the page behind a link sends back. */
export const partsOf = (link: URL) => ({
  user_id: link.searchParams.get('user_id') ?? '',
  timestamp: link.searchParams.get('timestamp') ?? '',
  signature: link.searchParams.get('signature') ?? '',
  ...(link.searchParams.has('invitation') && { invitation: link.searchParams.get('invitation') }),
});

/** What an invitation's link answers once it leads nowhere. */
export const staleInvitation = { detail: 'Invalid invitation link. Please ask for a new one.' };

/** Follow an invitation's link and fill in its page; `more` wins over what is filled in. */
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
