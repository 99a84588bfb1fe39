/** Verifies id tokens of Google. */
import { createHash } from 'node:crypto';
import { createRemoteJWKSet, errors, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { Email } from '@cloakroom/contract/email.ts';
import { Text } from '@cloakroom/contract/text.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import type { Deps } from '../../deps.ts';
import { constantTimeEqual } from '../../constantTimeEqual.ts';

/** Google's algorithm only: the one in the token's header is not trusted. */
const algorithms = ['RS256'];
/** Of fetching the key set. */
export const fetchTimeout = { ms: 3_000 };
const maxClockSkewSeconds = 60;

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

const unauthorized = (detail: string, cause?: unknown) => new HttpProblem(401, detail, { cause });
const unverifiedDetail = 'Google’s answer could not be verified. Start the sign-in again.';

/**
 * Returns a function that verifies id tokens for the configured client id.
 *
 * It takes a token and the browser's CSRF token, and resolves to the token's claims.
 * @throws {HttpProblem} 401 for an invalid token, 503 if Google's keys can't be fetched.
 */
export function googleTokenVerifier({
  config,
  clock,
}: Pick<Deps, 'config' | 'clock'>): (token: string, csrfToken: string | null) => Promise<GooglePerson> {
  const remote = createRemoteJWKSet(new URL(config.GOOGLE_JWKS_URL), { timeoutDuration: fetchTimeout.ms });
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
      clockTolerance: maxClockSkewSeconds,
      currentDate: new Date(clock()),
    }).catch((error: unknown) => {
      throw error instanceof errors.JOSEError ? unauthorized(unverifiedDetail, error) : error;
    });
    const claims = Claims.safeParse(payload);
    if (!claims.success)
      throw unauthorized('Google sent no e-mail address. Allow it to, or sign in with a password.');
    if (!claims.data.email_verified)
      throw unauthorized(
        'Google has not verified this e-mail address. Verify it there, or sign in with a password.',
      );
    if (claims.data.nonce !== undefined && !isNonceValid(claims.data.nonce, csrfToken))
      throw unauthorized(unverifiedDetail);
    return claims.data;
  };
}

/** The nonce is the hash of the CSRF token, so that the id token is valid only in the browser that requested it. */
const isNonceValid = (nonce: string, csrfToken: string | null) =>
  csrfToken !== null && constantTimeEqual(nonce, createHash('sha256').update(csrfToken).digest('base64url'));
