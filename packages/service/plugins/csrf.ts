/** Calls that a foreign page makes in a person's name: refused by origin, and by a token bound to the session. */
import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { forbidden } from '@cloakroom/server-kit/problem.ts';
import type { Config } from '../config.ts';
import { loopbackNames } from '../loopback.ts';
import { constantTimeEqual } from '../constantTimeEqual.ts';
import { cookieOptions } from './cookies.ts';

const cookie = 'csrftoken';
const yearSeconds = 365 * 24 * 3600;
const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

const macOf = ({ SECRET }: Config, nonce: string, session: string | null) =>
  createHmac('sha256', SECRET)
    .update(`csrf\0${nonce}\0${session ?? ''}`)
    .digest('base64url');

/** Give the browser a new token for its session. @returns the token. */
export function setCsrfCookie(config: Config, reply: FastifyReply, session: string | null): string {
  const nonce = randomBytes(16).toString('base64url');
  const token = `${nonce}.${macOf(config, nonce, session)}`;
  reply.setCookie(cookie, token, { ...cookieOptions(config, reply.request), maxAge: yearSeconds });
  return token;
}

/** The request's token if it is one of ours for this session, else null. */
export function presentToken(config: Config, request: FastifyRequest, session: string | null): string | null {
  const token = request.cookies[cookie] ?? '';
  const [nonce = '', mac = ''] = token.split('.');
  return constantTimeEqual(mac, macOf(config, nonce, session)) ? token : null;
}

/**
 * Let an unsafe call with a session cookie through only with the token of that very session in X-CSRFToken.
 * @throws {HttpProblem} 403.
 */
export function requireToken(config: Config, request: FastifyRequest, session: string): void {
  if (safe.has(request.method)) return;
  const token = presentToken(config, request, session);
  const header = request.headers['x-csrftoken'];
  if (!token || typeof header !== 'string' || !constantTimeEqual(header, token))
    throw forbidden(
      'The CSRF token is missing or out of date. Get one from /api/csrf/ and send it as X-CSRFToken.',
    );
}

/**
 * Let an unsafe call through only if no foreign page sent it. Browsers always say where such a call comes from; programs
 * need not.
 * @throws {HttpProblem} 403.
 */
export function requireOwnOrigin(config: Config, request: FastifyRequest): void {
  if (safe.has(request.method)) return;
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const own = origin !== undefined && (origin === request.client.origin || ownOrigins(config).has(origin));
  const foreign = origin === undefined ? site !== undefined : !own;
  if (foreign) throw forbidden('This call comes from another site.');
}

/** The console's address and the service's own; where one of them is this machine, under each of its names. */
function ownOrigins(config: Config): Set<string> {
  const own = [
    new URL(config.PUBLIC_URL),
    new URL(`http://${bracketed(config.HOST)}:${config.SERVICE_PORT}`),
  ];
  return new Set(
    own.flatMap(({ protocol, hostname, host, port }) =>
      loopbackNames.has(hostname.replace(/^\[|\]$/g, ''))
        ? [...loopbackNames].map((name) => `${protocol}//${bracketed(name)}${port && `:${port}`}`)
        : [`${protocol}//${host}`],
    ),
  );
}

const bracketed = (host: string) => (host.includes(':') ? `[${host}]` : host);
