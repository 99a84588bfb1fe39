/** Accounts: signing up, in and out, passwords, and who one is. */
import { z } from 'zod';
import { Email } from './email.ts';
import { endpoint } from './endpoint.ts';
import { Organization } from './organizations.ts';
import { Detail } from './problem.ts';
import { User } from './users.ts';

export const Password = z
  .string()
  .min(8, 'A password has at least 8 characters.')
  .max(128, 'A password has at most 128 characters.');
const name = z.string().trim().max(150);
const required = (what: string) => z.string().trim().min(1, `${what} is required.`);

/** The three parts of a signed link, as its address carries them. */
export const SignedLink = z.object({
  user_id: z.string().min(1),
  timestamp: z.coerce.string().regex(/^\d{1,12}$/, 'is not a time'),
  signature: z.string().min(1),
});

const same = { message: 'Passwords do not match', path: ['password_confirm'] };
const open = { answeredBy: 'service', access: 'public' } as const;

export const getCsrf = endpoint({
  ...open,
  method: 'GET',
  path: '/api/csrf/',
  summary: 'A token for unsafe calls with a session cookie; also set as the cookie csrftoken.',
  reply: z.object({ csrfToken: z.string() }),
});

export const LoginBody = z
  .strictObject({
    login: z.string().max(255).optional(),
    email: z.string().max(255).optional(),
    password: z.string().max(1024),
  })
  .transform(({ login, email, password }) => ({ login: login ?? email ?? '', password }));

export const login = endpoint({
  ...open,
  method: 'POST',
  path: '/api/accounts/login/',
  summary: 'Start a session.',
  body: LoginBody,
  reply: Detail,
});

export const signInWithProvider = endpoint({
  ...open,
  method: 'POST',
  path: '/api/allauth/browser/v1/auth/provider/token',
  summary:
    'Start a session with an id token of Google; somebody new gets an account. A nonce in the token must be the SHA-256 of csrfToken in base64url. 404 where it isn’t configured, 503 when the provider’s keys can’t be fetched.',
  body: z.strictObject({
    provider: z.literal('google', 'Only "google" is supported.'),
    process: z.literal('login', 'Only "login" is supported.'),
    token: z.strictObject({ client_id: z.string().max(255), id_token: z.string().min(1).max(16_384) }),
  }),
  reply: Detail,
});

export const logout = endpoint({
  ...open,
  method: 'POST',
  path: '/api/accounts/logout/',
  summary: 'End the session on the server and tell the browser to forget this site.',
  reply: Detail,
});

export const RegisterBody = z
  .strictObject({
    email: Email,
    first_name: name.min(1, 'A name is required.'),
    last_name: name.default(''),
    organization_name: required('An organization name').max(200).optional(),
    password: Password,
    password_confirm: z.string(),
  })
  .refine((body) => body.password === body.password_confirm, same);

export const register = endpoint({
  ...open,
  method: 'POST',
  path: '/api/accounts/register/',
  summary: 'Make an account, and an organization where one is named; sends the activation link.',
  body: RegisterBody,
  reply: z.object({ detail: z.string(), user: User.optional(), organization: Organization.optional() }),
});

export const verifyRegistration = endpoint({
  ...open,
  method: 'POST',
  path: '/api/accounts/verify-registration/',
  summary: 'Activate an account by its link: within 7 days, once.',
  body: SignedLink.strict(),
  reply: Detail,
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/accounts/change-password/',
  summary: 'Change the password; every other session ends.',
  answeredBy: 'service',
  access: 'user',
  body: z
    .strictObject({ old_password: z.string().max(1024), password: Password, password_confirm: z.string() })
    .refine((body) => body.password === body.password_confirm, same),
  reply: Detail,
});

export const sendResetLink = endpoint({
  ...open,
  method: 'POST',
  path: '/api/accounts/send-reset-password-link/',
  summary: 'Mail a link to choose a new password; the answer is the same whoever asks.',
  body: z.strictObject({ email: Email }),
  reply: Detail,
});

export const resetPassword = endpoint({
  ...open,
  method: 'POST',
  path: '/api/accounts/reset-password/',
  summary: 'Choose a new password by a link: within 60 minutes, once. Every session ends.',
  body: SignedLink.extend({ password: Password, password_confirm: z.string().optional() })
    .strict()
    .refine((body) => body.password_confirm === undefined || body.password === body.password_confirm, same),
  reply: Detail,
});

export const AcceptInvitationBody = SignedLink.extend({
  first_name: name.min(1, 'A name is required.'),
  last_name: name.default(''),
  password: Password,
  password_confirm: z.string(),
})
  .strict()
  .refine((body) => body.password === body.password_confirm, same);

export const acceptInvitation = endpoint({
  ...open,
  method: 'POST',
  path: '/api/accounts/accept-invitation/',
  summary: 'Open an account by the link of an invitation: within 7 days, once.',
  body: AcceptInvitationBody,
  reply: Detail,
});

export const ProfileBody = z.strictObject({ first_name: name.optional(), last_name: name.optional() });

export const patchProfile = endpoint({
  method: 'PATCH',
  path: '/api/accounts/profile/',
  summary: 'Change one’s own name.',
  answeredBy: 'service',
  access: 'user',
  repeatable: true,
  body: ProfileBody,
  reply: z.object({ first_name: z.string(), last_name: z.string() }),
});

export const createToken = endpoint({
  ...open,
  method: 'POST',
  path: '/api/token/',
  summary: 'An access and a refresh token for scripts.',
  body: z.strictObject({ email: z.string().max(255), password: z.string().max(1024) }),
  reply: z.object({ access: z.string(), refresh: z.string() }),
});

export const refreshToken = endpoint({
  ...open,
  method: 'POST',
  path: '/api/token/refresh/',
  summary: 'A new access token for a refresh token.',
  body: z.strictObject({ refresh: z.string() }),
  reply: z.object({ access: z.string() }),
});

export const verifyToken = endpoint({
  ...open,
  method: 'POST',
  path: '/api/token/verify/',
  summary: 'Whether a token is valid now.',
  body: z.strictObject({ token: z.string() }),
  reply: z.object({}),
});
