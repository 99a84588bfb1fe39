/** Known browsers: after signing in, a browser has a signed cookie that lists the accounts it has signed in to. */
import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { constantTimeEqual } from '../constantTimeEqual.ts';
import { cookieOptions } from './cookies.ts';

const cookie = 'device';
const lifetimeSeconds = 180 * 24 * 3600;
/** The maximum of accounts in one browser's cookie. */
const maxAccounts = 5;

type BrowserDeps = Pick<Deps, 'config' | 'clock'>;
type Entry = { issued: string; nonce: string; mac: string };

const macOf = ({ config }: BrowserDeps, email: string, issued: string, nonce: string) =>
  createHmac('sha256', config.SECRET).update(`device\0${issued}\0${nonce}\0${email}`).digest('base64url');

/** Parses the cookie. Each entry has the time of issue in seconds, the browser's id and a signature. */
function entriesOf(request: FastifyRequest): Entry[] {
  const parts = (request.cookies[cookie] ?? '').split('~').slice(0, maxAccounts);
  return parts.flatMap((part) => {
    const [, issued = '', nonce = '', mac = ''] = /^(\d{1,12})\.([\w-]{22})\.([\w-]{43})$/.exec(part) ?? [];
    return mac === '' ? [] : [{ issued, nonce, mac }];
  });
}

const isFor = (deps: BrowserDeps, email: string, { issued, nonce, mac }: Entry) =>
  constantTimeEqual(mac, macOf(deps, email, issued, nonce)) &&
  deps.clock() / 1000 - Number(issued) <= lifetimeSeconds;

/**
 * The id of the request's browser if it has signed in to the account within 180 days, otherwise null.
 * @param email - the account's normalized address.
 */
export const knownBrowser = (deps: BrowserDeps, request: FastifyRequest, email: string): string | null =>
  entriesOf(request).find((entry) => isFor(deps, email, entry))?.nonce ?? null;

/** Adds the account to the browser's cookie; beyond {@link maxAccounts}, the oldest entry is dropped. */
export function rememberBrowser(
  deps: BrowserDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  email: string,
): void {
  const nonce = knownBrowser(deps, request, email) ?? randomBytes(16).toString('base64url');
  const issued = String(Math.floor(deps.clock() / 1000));
  const others = entriesOf(request).filter((entry) => !isFor(deps, email, entry));
  const entries = [{ issued, nonce, mac: macOf(deps, email, issued, nonce) }, ...others].slice(
    0,
    maxAccounts,
  );
  reply.setCookie(cookie, entries.map((entry) => `${entry.issued}.${entry.nonce}.${entry.mac}`).join('~'), {
    ...cookieOptions(deps.config, request),
    path: '/api/',
    httpOnly: true,
    maxAge: lifetimeSeconds,
  });
}
