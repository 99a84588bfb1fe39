/** Tokens for scripts, which have no session. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const publicCall = { answeredBy: 'service', access: 'public' } as const;

const refusals = { 401: 'The credentials or the token are wrong or have expired.' };

export const createToken = endpoint({
  ...publicCall,
  method: 'POST',
  path: '/api/token/',
  summary: 'An access and a refresh token for scripts.',
  body: z.strictObject({ email: z.string().max(255), password: z.string().max(1024) }),
  example: { email: 'ada@example.org', password: 'six purple umbrellas' },
  reply: z.object({ access: z.string(), refresh: z.string() }),
  refusals,
});

export const refreshToken = endpoint({
  ...publicCall,
  method: 'POST',
  path: '/api/token/refresh/',
  summary: 'A new access token for a refresh token.',
  body: z.strictObject({ refresh: z.string() }),
  reply: z.object({ access: z.string() }),
  refusals,
});

export const verifyToken = endpoint({
  ...publicCall,
  method: 'POST',
  path: '/api/token/verify/',
  summary: 'Whether a token is valid now.',
  body: z.strictObject({ token: z.string() }),
  reply: z.object({}),
  refusals,
});
