/** Options that all cookies of the service share. */
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

/** A cookie for the whole site: SameSite=Lax, and Secure if the service is reached by https. */
export const cookieOptions = (
  { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>,
  { client }: Pick<FastifyRequest, 'client'>,
): CookieSerializeOptions => ({
  path: '/',
  sameSite: 'lax',
  secure: PUBLIC_URL.startsWith('https:') || client.https,
});
