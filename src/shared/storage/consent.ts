/** The consent to third parties: a cookie for half a year. It has no personal data and outlives a sign-out. */
import { cookieOf } from './cookie.ts';

const name = 'consent';
const halfAYear = 182 * 24 * 3600;

export const consentCookie = {
  /** The allowed purposes; null until the user has decided. */
  read(): string[] | null {
    return cookieOf(name)?.split('.').filter(Boolean) ?? null;
  },
  write(allowed: readonly string[]): void {
    const secure = location.protocol === 'https:' ? '; Secure' : '';
    document.cookie = `${name}=${allowed.join('.')}; Path=/; Max-Age=${halfAYear}; SameSite=Strict${secure}`;
  },
};
