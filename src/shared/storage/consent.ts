/** What this browser's user has allowed: a cookie of half a year, which a sign-out leaves, since it says nothing about anybody. */
import { cookieOf } from './cookie.ts';

const name = 'consent';
const halfAYear = 182 * 24 * 3600;

export const consentCookie = {
  /** The purposes allowed; null while the question is open. */
  read(): string[] | null {
    return cookieOf(name)?.split('.').filter(Boolean) ?? null;
  },
  write(allowed: readonly string[]): void {
    const secure = location.protocol === 'https:' ? '; Secure' : '';
    document.cookie = `${name}=${allowed.join('.')}; Path=/; Max-Age=${halfAYear}; SameSite=Strict${secure}`;
  },
};
