/** Snoozed offers, in cookies that outlive a reload and have no personal data. */
import { cookieOf } from './cookie.ts';

export const daySeconds = 24 * 3600;
export const yearSeconds = 365 * daySeconds;

export type SnoozableOffer = 'update' | 'install';
const nameOf = (offer: SnoozableOffer) => `later-${offer}`;

/** Hides an offer for so many seconds. */
export function snoozeAlert(offer: SnoozableOffer, seconds: number): void {
  const until = Date.now() + seconds * 1000;
  document.cookie = `${nameOf(offer)}=${until}; Path=/; Max-Age=${seconds}; SameSite=Strict`;
}

/** Milliseconds until the offer may be shown; 0: now. */
export function snoozedMs(offer: SnoozableOffer): number {
  return Math.max(0, Number(cookieOf(nameOf(offer)) ?? 0) - Date.now()) || 0;
}
