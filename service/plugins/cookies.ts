/** What the service's cookies share. */
import type { CookieSerializeOptions } from '@fastify/cookie';

/** A cookie for the whole site, sent by foreign sites on plain navigation only, and over https alone where there is https. */
export const cookieOptions = (publicUrl: string): CookieSerializeOptions => ({
  path: '/',
  sameSite: 'lax',
  secure: publicUrl.startsWith('https:'),
});
