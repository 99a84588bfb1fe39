/** CSRF protection: checks the origin, and a token bound to the session. */
import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { forbidden } from '@cloakroom/server-kit/problem.ts';
import type { Config } from '../config.ts';
import { loopbackNames } from '../loopback.ts';
import { constantTimeEqual } from '../constantTimeEqual.ts';
import { cookieOptions } from './cookies.ts';

const cookie = 'csrftoken';
const yearSeconds = 365 * 24 * 3600;
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

const macOf = ({ SECRET }: Config, nonce: string, session: string | null) =>
  createHmac('sha256', SECRET)
    .update(`csrf\0${nonce}\0${session ?? ''}`)
    .digest('base64url');

/** Sets the cookie with a new token for the session. @returns the token. */
export function setCsrfCookie(config: Config, reply: FastifyReply, session: string | null): string {
  const nonce = randomBytes(16).toString('base64url');
  const token = `${nonce}.${macOf(config, nonce, session)}`;
  reply.setCookie(cookie, token, { ...cookieOptions(config, reply.request), maxAge: yearSeconds });
  return token;
}

/** The request's token if it is valid for the session, else null. */
export function csrfTokenOf(config: Config, request: FastifyRequest, session: string | null): string | null {
  const token = request.cookies[cookie] ?? '';
  const [nonce = '', mac = ''] = token.split('.');
  return constantTimeEqual(mac, macOf(config, nonce, session)) ? token : null;
}

/**
 * Requires the session's token in X-CSRFToken for an unsafe call.
 * @throws {HttpProblem} 403.
 */
export function requireCsrfToken(config: Config, request: FastifyRequest, session: string): void {
  if (safeMethods.has(request.method)) return;
  const token = csrfTokenOf(config, request, session);
  const header = request.headers['x-csrftoken'];
  if (!token || typeof header !== 'string' || !constantTimeEqual(header, token))
    throw forbidden(
      'The CSRF token is missing or out of date. Get one from /api/csrf/ and send it as X-CSRFToken.',
    );
}

/**
 * Refuses an unsafe call of another site's page. Browsers always send the origin of such a call; other clients need not.
 * @throws {HttpProblem} 403.
 */
export function requireOwnOrigin(config: Config, request: FastifyRequest): void {
  if (safeMethods.has(request.method)) return;
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const isOwn = origin !== undefined && (origin === request.client.origin || ownOrigins(config).has(origin));
  const isForeign = origin === undefined ? site !== undefined : !isOwn;
  if (isForeign) throw forbidden('This call comes from another site.');
}

/** The origins of the console and of the service; a loopback origin under each of its names. */
function ownOrigins(config: Config): Set<string> {
  const urls = [
    new URL(config.PUBLIC_URL),
    new URL(`http://${bracketed(config.HOST)}:${config.SERVICE_PORT}`),
  ];
  return new Set(
    urls.flatMap(({ protocol, hostname, host, port }) =>
      loopbackNames.has(hostname.replace(/^\[|\]$/g, ''))
        ? [...loopbackNames].map((name) => `${protocol}//${bracketed(name)}${port && `:${port}`}`)
        : [`${protocol}//${host}`],
    ),
  );
}

const bracketed = (host: string) => (host.includes(':') ? `[${host}]` : host);
