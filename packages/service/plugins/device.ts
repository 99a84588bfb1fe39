/** Known devices: a browser that has signed in to an account keeps a signed cookie that says so, and nothing else. */
import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { constantTimeEqual } from '../constantTimeEqual.ts';
import { cookieOptions } from './cookies.ts';

const cookie = 'device';
const lifeSeconds = 180 * 24 * 3600;
/** How many accounts one browser is known for. */
const maxAccounts = 5;

type Base = Pick<Deps, 'config' | 'clock'>;
type Entry = { issued: string; nonce: string; mac: string };

const macOf = ({ config }: Base, email: string, issued: string, nonce: string) =>
  createHmac('sha256', config.SECRET).update(`device\0${issued}\0${nonce}\0${email}`).digest('base64url');

/** What the cookie lists, one entry for each account: when it was issued, in seconds; the device's id; the signature. */
function entriesOf(request: FastifyRequest): Entry[] {
  const parts = (request.cookies[cookie] ?? '').split('~').slice(0, maxAccounts);
  return parts.flatMap((part) => {
    const [, issued = '', nonce = '', mac = ''] = /^(\d{1,12})\.([\w-]{22})\.([\w-]{43})$/.exec(part) ?? [];
    return mac === '' ? [] : [{ issued, nonce, mac }];
  });
}

const isFor = (base: Base, email: string, { issued, nonce, mac }: Entry) =>
  constantTimeEqual(mac, macOf(base, email, issued, nonce)) &&
  base.clock() / 1000 - Number(issued) <= lifeSeconds;

/**
 * The id of the device that a request comes from, if it has signed in to the account within 180 days; else null.
 * @param email - the account's address, as it is stored.
 */
export const knownDevice = (base: Base, request: FastifyRequest, email: string): string | null =>
  entriesOf(request).find((entry) => isFor(base, email, entry))?.nonce ?? null;

/** Makes the browser a known device of the account; of six accounts the one signed in to longest ago is dropped. */
export function rememberDevice(
  base: Base,
  request: FastifyRequest,
  reply: FastifyReply,
  email: string,
): void {
  const nonce = knownDevice(base, request, email) ?? randomBytes(16).toString('base64url');
  const issued = String(Math.floor(base.clock() / 1000));
  const others = entriesOf(request).filter((entry) => !isFor(base, email, entry));
  const entries = [{ issued, nonce, mac: macOf(base, email, issued, nonce) }, ...others].slice(
    0,
    maxAccounts,
  );
  reply.setCookie(cookie, entries.map((entry) => `${entry.issued}.${entry.nonce}.${entry.mac}`).join('~'), {
    ...cookieOptions(base.config, request),
    path: '/api/',
    httpOnly: true,
    maxAge: lifeSeconds,
  });
}
