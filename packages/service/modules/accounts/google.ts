/** Google's word for who somebody is: an id token, believed only as far as its signature and claims go. */
import { createHash } from 'node:crypto';
import { createRemoteJWKSet, errors, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { Email } from '@cloakroom/contract/email.ts';
import { Text } from '@cloakroom/contract/text.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import type { Deps } from '../../deps.ts';
import { constantTimeEqual } from '../../constantTimeEqual.ts';

/** What Google signs with, and nothing else: an algorithm that the token chose is none. */
const algorithms = ['RS256'];
const patienceMs = 3_000;
const skewSeconds = 60;

const Name = Text.trim().max(150).catch('');
const Claims = z.object({
  sub: z.string().min(1).max(255),
  email: Email,
  email_verified: z.boolean(),
  given_name: Name,
  family_name: Name,
  nonce: z.string().optional(),
});
export type GooglePerson = z.output<typeof Claims>;

const unproven = (detail: string, cause?: unknown) => new HttpProblem(401, detail, { cause });
const doubtful = 'Google’s answer could not be verified. Start the sign-in again.';

/**
 * A reader of Google's id tokens for the client id of the settings.
 *
 * Given a token and the browser's CSRF token, it resolves to the person that the token names.
 * @throws {HttpProblem} 401 for a token that proves nothing, 503 when the keys to check it can't be fetched.
 */
export function googleReader({
  config,
  clock,
}: Pick<Deps, 'config' | 'clock'>): (token: string, csrfToken: string | null) => Promise<GooglePerson> {
  const remote = createRemoteJWKSet(new URL(config.GOOGLE_JWKS_URL), { timeoutDuration: patienceMs });
  const keys: JWTVerifyGetKey = (header, token) =>
    remote(header, token).catch((error: unknown) => {
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
        throw error;
      throw new HttpProblem(
        503,
        'Google can’t be reached at the moment, so this sign-in can’t be checked. Try again in a moment, or sign in with a password.',
        { headers: { 'Retry-After': '5' }, cause: error },
      );
    });

  return async (token, csrfToken) => {
    const { payload } = await jwtVerify(token, keys, {
      algorithms,
      // Google leaves the scheme out of some tokens.
      issuer: [config.GOOGLE_ISSUER, config.GOOGLE_ISSUER.replace(/^https:\/\//, '')],
      audience: config.GOOGLE_CLIENT_ID,
      requiredClaims: ['exp', 'sub'],
      maxTokenAge: '1 hour',
      clockTolerance: skewSeconds,
      currentDate: new Date(clock()),
    }).catch((error: unknown) => {
      throw error instanceof errors.JOSEError ? unproven(doubtful, error) : error;
    });
    const claims = Claims.safeParse(payload);
    if (!claims.success)
      throw unproven('Google told no e-mail address. Allow it to, or sign in with a password.');
    if (!claims.data.email_verified)
      throw unproven(
        'Google has not verified this e-mail address. Verify it there, or sign in with a password.',
      );
    if (claims.data.nonce !== undefined && !nonceFits(claims.data.nonce, csrfToken)) throw unproven(doubtful);
    return claims.data;
  };
}

/** A token that was asked for with a nonce is good in the browser that asked for it alone. */
const nonceFits = (nonce: string, csrfToken: string | null) =>
  csrfToken !== null && constantTimeEqual(nonce, createHash('sha256').update(csrfToken).digest('base64url'));
