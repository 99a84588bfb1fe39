/** Signing in and out, and the signed-in person's name. */
import { z } from 'zod';
import { endpoint, type Headers } from './endpoint.ts';
import { Detail } from './problem.ts';

/** A first or last name. */
export const PersonName = z.string().trim().max(150);
const publicCall = { answeredBy: 'service', access: 'public' } as const;

/** Cookies of a browser: its session, the CSRF token and the known device. */
export const cookies: Headers = {
  'Set-Cookie': { description: 'The cookies of a session and its CSRF token.', schema: z.string() },
};

export const getCsrf = endpoint({
  ...publicCall,
  method: 'GET',
  path: '/api/csrf/',
  summary: 'A token for unsafe calls with a session cookie; also set as the cookie csrftoken.',
  reply: z.object({ csrfToken: z.string() }),
  replyHeaders: cookies,
});

export const LoginBody = z
  .strictObject({
    login: z.string().max(255).optional(),
    email: z.string().max(255).optional(),
    password: z.string().max(1024),
  })
  .transform(({ login, email, password }) => ({ login: login ?? email ?? '', password }));

export const login = endpoint({
  ...publicCall,
  method: 'POST',
  path: '/api/accounts/login/',
  summary: 'Start a session.',
  body: LoginBody,
  example: { login: 'ada@example.org', password: 'six purple umbrellas' },
  reply: Detail,
  replyHeaders: cookies,
  refusals: { 400: 'The address or the password is wrong, or the account is not activated.' },
});

export const signInWithProvider = endpoint({
  ...publicCall,
  method: 'POST',
  path: '/api/allauth/browser/v1/auth/provider/token',
  summary:
    'Start a session with an id token of Google; a new person gets an account. A nonce in the token must be the SHA-256 of csrfToken in base64url. 404 where it isn’t configured, 503 when the provider’s keys can’t be fetched.',
  body: z.strictObject({
    provider: z.literal('google', 'Only "google" is supported.'),
    process: z.literal('login', 'Only "login" is supported.'),
    token: z.strictObject({ client_id: z.string().max(255), id_token: z.string().min(1).max(16_384) }),
  }),
  reply: Detail,
  replyHeaders: cookies,
  refusals: {
    401: 'The id token is not valid for this service.',
    404: 'This way to sign in isn’t configured.',
    503: 'The provider’s keys can’t be fetched.',
  },
});

export const logout = endpoint({
  ...publicCall,
  method: 'POST',
  path: '/api/accounts/logout/',
  summary: 'End the session on the server and tell the browser to forget this site.',
  reply: Detail,
  replyHeaders: {
    ...cookies,
    'Clear-Site-Data': { description: 'What the browser forgets.', schema: z.string(), always: true },
  },
  refusals: { 403: 'The CSRF token is missing.', 409: 'Another user is signed in.' },
});

export const ProfileBody = z.strictObject({
  first_name: PersonName.optional(),
  last_name: PersonName.optional(),
});

export const patchProfile = endpoint({
  method: 'PATCH',
  path: '/api/accounts/profile/',
  summary: 'Change your own name.',
  answeredBy: 'service',
  access: 'user',
  repeatable: true,
  body: ProfileBody,
  example: { first_name: 'Ada', last_name: 'Lovelace' },
  reply: z.object({ first_name: z.string(), last_name: z.string() }),
});
