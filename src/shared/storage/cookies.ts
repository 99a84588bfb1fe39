/** Cookies of the console. They contain no personal data, and outlive a sign-out. */

export const daySeconds = 24 * 3600;
export const yearSeconds = 365 * daySeconds;
const halfYearSeconds = 182 * daySeconds;

/** A worker has no document and can't read cookies. */
const page = globalThis as { document?: { cookie: string } };

/** The raw value of a cookie; undefined if there is none. */
export const readCookie = (name: string): string | undefined =>
  page.document?.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);

function writeCookie(name: string, value: string | number, seconds: number, attributes = ''): void {
  if (page.document)
    page.document.cookie = `${name}=${value}; Path=/; Max-Age=${seconds}; SameSite=Strict${attributes}`;
}

/** The consent to third parties. */
export const consentCookie = {
  /** The allowed purposes; null until the user has decided. */
  read: (): string[] | null => readCookie('consent')?.split('.').filter(Boolean) ?? null,
  write: (allowed: readonly string[]): void =>
    writeCookie(
      'consent',
      allowed.join('.'),
      halfYearSeconds,
      location.protocol === 'https:' ? '; Secure' : '',
    ),
};

/** Whether a sign-out could not be sent to the service. */
export const pendingSignOut = {
  get: (): boolean => readCookie('sign-out-due') === 'yes',
  set: (): void => writeCookie('sign-out-due', 'yes', daySeconds),
  clear: (): void => writeCookie('sign-out-due', 'yes', 0),
};

type SnoozableOffer = 'update' | 'install';

/** Hides an offer for this number of seconds. */
export const snoozeAlert = (offer: SnoozableOffer, seconds: number): void =>
  writeCookie(`later-${offer}`, Date.now() + seconds * 1000, seconds);

/** Milliseconds until the offer may be shown; 0: now. */
export const snoozedMs = (offer: SnoozableOffer): number =>
  Math.max(0, Number(readCookie(`later-${offer}`) ?? 0) - Date.now()) || 0;
