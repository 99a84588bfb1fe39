/** Invitations: somebody is asked into an organization, and chooses a name and a password to come in. */
import { z } from 'zod';
import { Email } from './email.ts';
import { endpoint } from './endpoint.ts';
import { listQuery } from './list.ts';

export const Invitation = z.object({
  id: z.string(),
  url: z.string(),
  organization: z.string(),
  /** The invited user, who is listed among the organization’s people at once. */
  user: z.string(),
  is_admin: z.boolean(),
  /**
   * The way in, for an admin to hand over where no mail server is configured. Who holds it chooses the account’s password,
   * so it is never told once mail works, nor for an account that belongs to another organization too.
   */
  link: z.string().optional(),
  /** When the link that was sent last stops working. */
  expires: z.string(),
  created: z.string(),
  /** When it was last sent. */
  modified: z.string(),
});
export type Invitation = z.infer<typeof Invitation>;

const shared = { answeredBy: 'service', access: 'user' } as const;

export const listInvitations = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/organizations/:id/invitations/',
  summary: 'The invitations that nobody has followed yet, the last sent first; for admins.',
  query: listQuery(),
  reply: z.array(Invitation),
});

export const createInvitation = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/organizations/:id/invitations/',
  summary:
    'Invite somebody by e-mail; the mail links to a page where they choose a name and a password. Asking again sends it again.',
  repeatable: true,
  body: z.strictObject({ email: Email, is_admin: z.boolean().default(false) }),
  status: 201,
  reply: Invitation,
});

export const deleteInvitation = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/api/organizations/:id/invitations/:invitationId/',
  summary: 'Take an invitation back before it is followed: the person leaves the organization.',
  status: 204,
  reply: 'nothing',
});
