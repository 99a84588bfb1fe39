/** The proxy's own cookies, and the three cookies of the service that it stores for each session. */
import type { IncomingHttpHeaders } from 'node:http';

const daySeconds = 24 * 3600;
/** The attributes of the proxy's cookies. `csrftoken` is read by the console, the others only by the proxy. */
const attributes = {
  sessionid: `Path=/; HttpOnly; SameSite=Lax; Max-Age=${daySeconds}`,
  csrftoken: `Path=/; SameSite=Lax; Max-Age=${365 * daySeconds}`,
  device: `Path=/api/; HttpOnly; SameSite=Lax; Max-Age=${180 * daySeconds}`,
} as const;
export type CookieName = keyof typeof attributes;

/** The text of a `Set-Cookie` header. @param value - characters of base64url and dots. */
export const setCookieHeader = (name: CookieName, value: string): string =>
  `${name}=${value}; ${attributes[name]}`;

/** The text of a `Set-Cookie` header that removes a cookie. */
export const expiredCookieHeader = (name: CookieName): string =>
  setCookieHeader(name, '').replace(/Max-Age=\d+$/, 'Max-Age=0');

/** A cookie of a request, or null. Of several with one name the first is used: browsers send the most specific path first. */
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

/** The allowed form of the service's cookies; others are ignored. */
const serviceValue = /^[\w.~+/=-]{1,2048}$/;

/** The service's known cookies that an answer sets, by name; removed ones are omitted. */
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
