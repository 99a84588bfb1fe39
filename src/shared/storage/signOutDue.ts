/** A sign-out that could not be sent: a cookie without personal data, which lasts as long as a session. */
import { cookieOf } from './cookie.ts';

const name = 'sign-out-due';
const day = 24 * 3600;

const write = (seconds: number) => {
  document.cookie = `${name}=yes; Path=/; Max-Age=${seconds}; SameSite=Strict`;
};

export const signOutDue = {
  get: (): boolean => cookieOf(name) === 'yes',
  set: (): void => write(day),
  clear: (): void => write(0),
};
