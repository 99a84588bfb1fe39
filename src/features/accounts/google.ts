/** Signs in with Google by a redirect, so that no script of Google runs in this page. */
import { signInWithProvider } from '@cloakroom/contract/accounts.ts';
import { call, csrfHeaders } from '#src/shared/http/call.ts';
import { oauthState } from '#src/shared/storage/session.ts';
import { config } from '#src/shared/config.ts';
import { Failure } from '#src/shared/failure.ts';

/** The redirect path. It has to be registered with Google for every origin of the console. */
const redirectPath = '/accounts/google';

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** The hash of the CSRF token, which only this origin can read: binds the id token to this browser. */
async function nonce(): Promise<string> {
  const { 'X-CSRFToken': token } = await csrfHeaders();
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))));
}

/**
 * The address of Google's consent page, which redirects back with an id token.
 * @param next - the path to go to afterwards; this tab stores it with a random state.
 * Source: OpenID Connect Core 1.0, section 3.2 (implicit flow).
 */
export async function googleAuthorizationUrl(next: string): Promise<string> {
  const state = base64url(crypto.getRandomValues(new Uint8Array(16)));
  const url = new URL(config.googleSignInUrl);
  url.search = new URLSearchParams({
    client_id: config.googleClientId,
    response_type: 'id_token',
    scope: 'openid email profile',
    redirect_uri: `${location.origin}${redirectPath}`,
    prompt: 'select_account',
    state,
    nonce: await nonce(),
  }).toString();
  oauthState.set(JSON.stringify({ state, next }));
  return url.href;
}

function takeHandshake(): { state?: string; next?: string } {
  try {
    return JSON.parse(oauthState.take() ?? '{}') as { state?: string; next?: string };
  } catch {
    return {};
  }
}

/**
 * Starts a session with the id token in the address.
 * @param hash - the fragment of the address.
 * @returns the path to go to.
 * @throws {Failure} `invalid` if Google refused or this tab did not start the sign-in; the service's own failure.
 */
export async function completeGoogleSignIn(hash: string): Promise<string> {
  const response = new URLSearchParams(hash.replace(/^#/, ''));
  const { state, next = '/' } = takeHandshake();
  if (response.has('error'))
    throw new Failure('invalid', `Google did not sign you in (${response.get('error') ?? ''}).`);
  const id_token = response.get('id_token');
  if (!id_token || !state || response.get('state') !== state)
    throw new Failure('invalid', 'This sign-in was not started here. Please start it again.');
  const token = { client_id: config.googleClientId, id_token };
  await call(signInWithProvider, { body: { provider: 'google', process: 'login', token } });
  return next;
}
