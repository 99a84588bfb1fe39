/** Registration, with or without an invitation, and activation by a mailed link. */
import { z } from 'zod';
import { PersonName } from './accounts.ts';
import { Email } from './email.ts';
import { endpoint } from './endpoint.ts';
import { Organization } from './organizations.ts';
import { passwordMismatch, Password } from './passwords.ts';
import { Detail } from './problem.ts';
import { SignedLink } from './signedLink.ts';
import { User } from './users.ts';

const publicCall = { answeredBy: 'service', access: 'public' } as const;

export const RegisterBody = z
  .strictObject({
    email: Email,
    first_name: PersonName.min(1, 'A name is required.'),
    last_name: PersonName.default(''),
    organization_name: z.string().trim().min(1, 'An organization name is required.').max(200).optional(),
    password: Password,
    password_confirm: z.string(),
  })
  .refine((body) => body.password === body.password_confirm, passwordMismatch);

export const register = endpoint({
  ...publicCall,
  method: 'POST',
  path: '/api/accounts/register/',
  summary: 'Create an account, and an organization if one is named; mails the activation link.',
  body: RegisterBody,
  reply: z.object({ detail: z.string(), user: User.optional(), organization: Organization.optional() }),
});

export const verifyRegistration = endpoint({
  ...publicCall,
  method: 'POST',
  path: '/api/accounts/verify-registration/',
  summary: 'Activate an account by its link: within 7 days, once.',
  body: SignedLink.strict(),
  reply: Detail,
});

export const AcceptInvitationBody = SignedLink.extend({
  /** The invitation that the link names, which is accepted with the registration. */
  invitation: z.string().optional(),
  first_name: PersonName.min(1, 'A name is required.'),
  last_name: PersonName.default(''),
  password: Password,
  password_confirm: z.string(),
})
  .strict()
  .refine((body) => body.password === body.password_confirm, passwordMismatch);

export const acceptInvitation = endpoint({
  ...publicCall,
  method: 'POST',
  path: '/api/accounts/accept-invitation/',
  summary:
    'Create an account by the link of an invitation, and accept the invitation that it names: within 7 days, once.',
  body: AcceptInvitationBody,
  reply: Detail,
});
