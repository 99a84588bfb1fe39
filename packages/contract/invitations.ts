/** Invitations to join an organization, which the invited person has to accept. */
import { z } from 'zod';
import { Email } from './email.ts';
import { endpoint } from './endpoint.ts';
import { listQuery } from './list.ts';
import { Reference, Url } from './reference.ts';

export const Invitation = z.object({
  id: z.string(),
  url: Url,
  organization: Url,
  /**
   * The invited person as the organization’s people list them. The id is the invitation's, so that
   * it does not reveal whether the address has an account.
   */
  user: Url,
  is_admin: z.boolean(),
  /** When the link that was sent last expires. */
  expires: z.string(),
  created: z.string(),
  /** When it was last sent. */
  modified: z.string(),
});
export type Invitation = z.infer<typeof Invitation>;

/** An invitation as shown to the invited person, who is not a member yet. */
export const OwnInvitation = z.object({
  id: z.string(),
  url: Url,
  organization_name: z.string(),
  is_admin: z.boolean(),
  expires: z.string(),
  created: z.string(),
});
export type OwnInvitation = z.infer<typeof OwnInvitation>;

const shared = { answeredBy: 'service', access: 'user' } as const;

export const listInvitations = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/organizations/:id/invitations/',
  summary: 'The invitations that are not accepted yet, the last sent first; for admins.',
  query: listQuery(),
  reply: z.array(Invitation),
});

export const createInvitation = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/organizations/:id/invitations/',
  summary:
    'Invite a person by e-mail; the answer is the same with and without an account. They are a member once they accept. Asking again sends it again.',
  repeatable: true,
  body: z.strictObject({
    email: Email,
    is_admin: z.boolean().default(false),
    /** If present, the organization of the path. */
    organization: Reference.optional(),
  }),
  example: { email: 'grace@example.org', is_admin: true },
  status: 201,
  reply: Invitation,
});

export const getInvitation = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/organizations/:id/invitations/:invitationId/',
  summary: 'One invitation that is not accepted yet; for admins.',
  reply: Invitation,
});

export const deleteInvitation = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/api/organizations/:id/invitations/:invitationId/',
  summary: 'Withdraw an invitation before it is accepted.',
  status: 204,
  reply: 'nothing',
});

export const listOwnInvitations = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/invitations/',
  summary: 'The invitations that you can accept or decline, the last sent first.',
  query: listQuery(),
  reply: z.array(OwnInvitation),
});

export const getOwnInvitation = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/invitations/:id/',
  summary: 'An invitation that you can accept or decline.',
  reply: OwnInvitation,
});

export const acceptOwnInvitation = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/invitations/:id/accept/',
  summary: 'Accept an invitation and become a member.',
  reply: z.object({ organization: Url }),
});

export const declineInvitation = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/invitations/:id/decline/',
  summary: 'Decline an invitation.',
  status: 204,
  reply: 'nothing',
});
