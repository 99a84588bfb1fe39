/** Passwords: their length, changing and resetting them. */
import { z } from 'zod';
import { cookies } from './accounts.ts';
import { Email } from './email.ts';
import { endpoint } from './endpoint.ts';
import { Detail } from './problem.ts';
import { SignedLink } from './signedLink.ts';

export const Password = z
  .string()
  .min(8, 'A password has at least 8 characters.')
  .max(128, 'A password has at most 128 characters.');

/** The error of two passwords that differ. */
export const passwordMismatch = { message: 'Passwords do not match', path: ['password_confirm'] };
const publicCall = { answeredBy: 'service', access: 'public' } as const;

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/accounts/change-password/',
  summary: 'Change the password; every other session ends.',
  answeredBy: 'service',
  access: 'user',
  body: z
    .strictObject({ old_password: z.string().max(1024), password: Password, password_confirm: z.string() })
    .refine((body) => body.password === body.password_confirm, passwordMismatch),
  reply: Detail,
  replyHeaders: cookies,
});

export const sendResetLink = endpoint({
  ...publicCall,
  method: 'POST',
  path: '/api/accounts/send-reset-password-link/',
  summary: 'Mail a link to choose a new password; the answer is the same for any address.',
  body: z.strictObject({ email: Email }),
  reply: Detail,
});

export const resetPassword = endpoint({
  ...publicCall,
  method: 'POST',
  path: '/api/accounts/reset-password/',
  summary: 'Choose a new password by a link: within 60 minutes, once. Every session ends.',
  body: SignedLink.extend({ password: Password, password_confirm: z.string().optional() })
    .strict()
    .refine(
      (body) => body.password_confirm === undefined || body.password === body.password_confirm,
      passwordMismatch,
    ),
  reply: Detail,
});
