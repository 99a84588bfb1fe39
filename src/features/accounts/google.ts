/** Signing in with Google by going there and coming back: no script of theirs ever runs in this page. */
import { signInWithProvider } from '@cloakroom/contract/accounts.ts';
import { call, csrfHeaders } from '#src/shared/http/call.ts';
import { handshake } from '#src/shared/storage/session.ts';
import { config } from '#src/shared/config.ts';
import { Failure } from '#src/shared/failure.ts';

/** Where people come back to; it has to be registered with Google for every address of the console. */
export const returnPath = '/accounts/google';

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Binds the token to this browser: the hash of the token against forged requests, which only this origin can read. */
async function nonce(): Promise<string> {
  const { 'X-CSRFToken': token = '' } = await csrfHeaders();
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))));
}

/**
 * Google's page that asks for consent and sends people back with an id token.
 * @param next - the path to go to afterwards; this tab remembers it under a random state.
 * Source: OpenID Connect Core 1.0, section 3.2 (implicit flow).
 */
export async function googleAddress(next: string): Promise<string> {
  const state = base64url(crypto.getRandomValues(new Uint8Array(16)));
  const address = new URL(config.googleSignInUrl);
  address.search = new URLSearchParams({
    client_id: config.googleClientId,
    response_type: 'id_token',
    scope: 'openid email profile',
    redirect_uri: `${location.origin}${returnPath}`,
    prompt: 'select_account',
    state,
    nonce: await nonce(),
  }).toString();
  handshake.keep(JSON.stringify({ state, next }));
  return address.href;
}

function remembered(): { state?: string; next?: string } {
  try {
    return JSON.parse(handshake.take() ?? '{}') as { state?: string; next?: string };
  } catch {
    return {};
  }
}

/**
 * Start a session with what Google answered in the address.
 * @param hash - the address's fragment.
 * @returns the path to go to.
 * @throws {Failure} when Google said no, when this tab never asked, or with the service's own words.
 */
export async function arriveFromGoogle(hash: string): Promise<string> {
  const answer = new URLSearchParams(hash.replace(/^#/, ''));
  const { state, next = '/' } = remembered();
  if (answer.has('error'))
    throw new Failure('invalid', `Google did not sign you in (${answer.get('error') ?? ''}).`);
  const id_token = answer.get('id_token');
  if (!id_token || !state || answer.get('state') !== state)
    throw new Failure('invalid', 'This sign-in was not started here. Please start it again.');
  const token = { client_id: config.googleClientId, id_token };
  await call(signInWithProvider, { body: { provider: 'google', process: 'login', token } });
  return next;
}
