/** Access and refresh tokens for scripts; void once the password changes. */
import { createHmac } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';
import { personWithId, type SignedInUser } from './access.ts';

export type TokenKind = 'access' | 'refresh';
const lifetimeSeconds: Record<TokenKind, number> = { access: 5 * 60, refresh: 24 * 3600 };
const algorithm = 'HS256';

type TokenDeps = Pick<Deps, 'database' | 'config' | 'clock'>;

const keyOf = ({ SECRET }: Config) => createHmac('sha256', SECRET).update('token').digest();

/** A MAC that changes with the password hash and reveals nothing about it. */
const accountState = ({ SECRET }: Config, { passwordHash }: SignedInUser) =>
  createHmac('sha256', SECRET)
    .update(`token state\0${passwordHash ?? ''}`)
    .digest('base64url')
    .slice(0, 22);

/** Issues a token: `access` lasts 5 minutes, `refresh` a day. */
export function issueToken(
  { config, clock }: TokenDeps,
  person: SignedInUser,
  kind: TokenKind,
): Promise<string> {
  const now = Math.floor(clock() / 1000);
  return new SignJWT({ kind, state: accountState(config, person) })
    .setProtectedHeader({ alg: algorithm })
    .setSubject(person.id)
    .setIssuedAt(now)
    .setExpirationTime(now + lifetimeSeconds[kind])
    .sign(keyOf(config));
}

/** The person of a token of one of these kinds; null if it is forged, expired or void. */
export async function personOfToken(
  deps: TokenDeps,
  token: string,
  ...kinds: TokenKind[]
): Promise<SignedInUser | null> {
  const { database, config, clock } = deps;
  const claims = await jwtVerify(token, keyOf(config), {
    algorithms: [algorithm],
    currentDate: new Date(clock()),
  }).then(
    ({ payload }) => payload,
    () => null,
  );
  if (!claims?.sub || !kinds.includes(claims.kind as TokenKind)) return null;
  const person = await personWithId(database, claims.sub);
  return person?.isActive && claims.state === accountState(config, person) ? person : null;
}
