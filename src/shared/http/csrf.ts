/** The CSRF token. */
import { cookieOf } from '#src/shared/storage/cookie.ts';
import { http } from './http.ts';

/** A worker has no document and can't read cookies: it caches the token of its first call. */
const inPage = () => (globalThis as { document?: unknown }).document !== undefined;

/** The cookie, which each session replaces. */
export const csrfCookie = (): string | undefined => cookieOf('csrftoken');

/**
 * The current token, from the cookie if there is one, else fetched once.
 * @param ask - its response also sets the cookie.
 */
export async function csrfToken(ask: () => Promise<string>): Promise<string> {
  const cookie = csrfCookie();
  if (cookie) return decodeURIComponent(cookie);
  return (inPage() ? undefined : http.csrfToken) ?? (http.csrfToken = await ask());
}
