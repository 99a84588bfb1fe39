/** What the service's cookies share. */
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

/** A cookie for the whole site, sent by foreign sites on plain navigation only, and over https alone where there is https. */
export const cookieOptions = (
  { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>,
  { client }: Pick<FastifyRequest, 'client'>,
): CookieSerializeOptions => ({
  path: '/',
  sameSite: 'lax',
  secure: PUBLIC_URL.startsWith('https:') || client.https,
});
