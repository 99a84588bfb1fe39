/** The token that proves that a call came from our own page. */
import { cookieOf } from '#src/shared/storage/cookie.ts';
import { http } from './http.ts';

/** A worker has no document, hence no cookies to read: it keeps the token of its first answer. */
const inPage = () => (globalThis as { document?: unknown }).document !== undefined;

/** The token as the cookie has it: a new one with each session. */
export const csrfCookie = (): string | undefined => cookieOf('csrftoken');

/**
 * The present token: from the cookie, which a new session replaces, else asked for once.
 * @param ask - fetches one; the answer also sets the cookie.
 */
export async function csrfToken(ask: () => Promise<string>): Promise<string> {
  const cookie = csrfCookie();
  if (cookie) return decodeURIComponent(cookie);
  return (inPage() ? undefined : http.csrfToken) ?? (http.csrfToken = await ask());
}
