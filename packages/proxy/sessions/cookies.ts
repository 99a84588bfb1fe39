/** The proxy's own cookies, and the three of the service's that it keeps for each session. */
import type { IncomingHttpHeaders } from 'node:http';

const daySeconds = 24 * 3600;
/** What each cookie of the proxy is like; ages in seconds. `csrftoken` is read by the console, the others by the proxy alone. */
const attributes = {
  sessionid: `Path=/; HttpOnly; SameSite=Lax; Max-Age=${daySeconds}`,
  csrftoken: `Path=/; SameSite=Lax; Max-Age=${365 * daySeconds}`,
  device: `Path=/api/; HttpOnly; SameSite=Lax; Max-Age=${180 * daySeconds}`,
} as const;
export type CookieName = keyof typeof attributes;

/** The text of a `Set-Cookie` header. @param value - characters of base64url and dots. */
export const setCookie = (name: CookieName, value: string): string => `${name}=${value}; ${attributes[name]}`;

/** The text of a `Set-Cookie` header that removes a cookie. */
export const removedCookie = (name: CookieName): string =>
  setCookie(name, '').replace(/Max-Age=\d+$/, 'Max-Age=0');

/** A cookie of a request; null without one. Of several with one name the first counts, as the browser sends the closest first. */
export function cookieIn(
  { cookie = '' }: Pick<IncomingHttpHeaders, 'cookie'>,
  name: CookieName,
): string | null {
  for (const pair of cookie.split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return null;
}

/** What the service's cookies may consist of; anything else is not taken. */
const serviceValue = /^[\w.~+/=-]{1,2048}$/;

/** The values of the service's cookies that an answer sets, by name; others, and what it removes, are left out. */
export function serviceCookies(headers: IncomingHttpHeaders): Partial<Record<CookieName, string>> {
  const found: Partial<Record<CookieName, string>> = {};
  for (const text of headers['set-cookie'] ?? []) {
    const [, name = '', value = '', rest = ''] = /^([^=;\s]+)=([^;]*)(.*)$/s.exec(text) ?? [];
    if (!(name in attributes) || !serviceValue.test(value) || /;\s*max-age\s*=\s*(?:0|-)/i.test(rest))
      continue;
    found[name as CookieName] = value;
  }
  return found;
}
