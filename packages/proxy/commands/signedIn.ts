/** The account that commands act for: an API token or a password of the environment, or else the sign-in of `login`. */
import { isApiToken } from '@cloakroom/server-kit/apiTokens.ts';
import type { Credentials } from '../credentials.ts';
import type { Settings } from './settings.ts';
import { readLogin } from './loginFile.ts';
import { UsageError } from './usageError.ts';

export type SignedIn = {
  by: 'token' | 'password' | 'login';
  credentials: Credentials;
};

/** The header of an API token. @param source - the token's origin, as the subject of error messages. @throws {UsageError} if it is not complete. */
export function tokenCredentials(token: string, source: string): { authorization: string } {
  if (!isApiToken(token))
    throw new UsageError(
      `${source} is not a complete API token: a token begins with clkr_ and has 41 characters. Copy all of it.`,
    );
  return { authorization: `Bearer ${token}` };
}

/** The credentials to use; null if there are none. @throws {UsageError} for an incomplete token or a damaged file. */
export async function signedIn({ config, environment }: Settings): Promise<SignedIn | null> {
  const { CLOAKROOM_TOKEN: token, CLOAKROOM_EMAIL: email, CLOAKROOM_PASSWORD: password } = environment;
  if (token) return { by: 'token', credentials: tokenCredentials(token, 'CLOAKROOM_TOKEN') };
  if (email && password) {
    const authorization = `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`;
    return { by: 'password', credentials: { authorization } };
  }
  const login = await readLogin(config.dataDir);
  if (!login) return null;
  if (email && email.toLowerCase() !== login.email.toLowerCase())
    throw new UsageError(
      `CLOAKROOM_EMAIL is ${email}, but ${login.email} is signed in. Set CLOAKROOM_PASSWORD too, or unset CLOAKROOM_EMAIL.`,
    );
  return { by: 'login', credentials: login.credentials };
}

/** @throws {UsageError} if there are none; as {@link signedIn}. */
export async function requireSignedIn(settings: Settings): Promise<SignedIn> {
  const found = await signedIn(settings);
  if (!found)
    throw new UsageError(
      'Sign in with "login"; or set CLOAKROOM_EMAIL and CLOAKROOM_PASSWORD to the e-mail address and password that you sign in with, or CLOAKROOM_TOKEN to an API token.',
    );
  return found;
}
