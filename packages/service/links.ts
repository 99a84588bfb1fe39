/** Signed links: each allows one action on one account, once, until it expires. */
import { createHmac } from 'node:crypto';
import type { z } from 'zod';
import type { SignedLink } from '@cloakroom/contract/signedLink.ts';
import type { Config } from './config.ts';
import { constantTimeEqual } from './constantTimeEqual.ts';

/** `invite` sets the password of an account that was created by an invitation, or never activated. */
export type LinkPurpose = 'activate' | 'reset' | 'invite';
type Account = { id: string; passwordHash: string | null; isActive: boolean };
type Link = z.output<typeof SignedLink>;

const minuteSeconds = 60;
const daySeconds = 24 * 60 * minuteSeconds;
const lifetimeSeconds: Record<LinkPurpose, number> = {
  activate: 7 * daySeconds,
  invite: 7 * daySeconds,
  reset: 60 * minuteSeconds,
};
/** How far ahead the clock of the signing instance may be. */
const maxClockSkewSeconds = minuteSeconds;

const pages: Record<LinkPurpose, string> = {
  activate: '/accounts/activate',
  reset: '/accounts/reset-password',
  invite: '/accounts/accept-invitation',
};

/** When a link created at `now` expires, in milliseconds since 1970. */
export const linkExpiry = (purpose: LinkPurpose, now: number): number =>
  now + lifetimeSeconds[purpose] * 1000;

/**
 * Signs the account's password hash and state, so that a link is void once it was used or the account has changed. Each
 * part is preceded by its length, so that different lists of parts never have the same encoding.
 */
function signatureOf({ SECRET }: Config, purpose: LinkPurpose, account: Account, timestamp: string): string {
  const parts = [purpose, account.id, timestamp, account.passwordHash ?? '', String(account.isActive)];
  const mac = createHmac('sha256', SECRET).update('link\0');
  for (const part of parts) mac.update(`${Buffer.byteLength(part)}:${part}`);
  return mac.digest('base64url');
}

/** A link to the configured console; never to the host of a request. */
export function linkFor(config: Config, purpose: LinkPurpose, account: Account, now: number): string {
  const timestamp = String(Math.floor(now / 1000));
  const query = new URLSearchParams({
    user_id: account.id,
    timestamp,
    signature: signatureOf(config, purpose, account, timestamp),
  });
  return `${config.PUBLIC_URL}${pages[purpose]}?${query.toString()}`;
}

/** Whether a link is valid for the account and purpose at `now`. */
export function isValidLink(
  config: Config,
  purpose: LinkPurpose,
  account: Account,
  link: Link,
  now: number,
): boolean {
  const age = Math.floor(now / 1000) - Number(link.timestamp);
  const isTimely = age >= -maxClockSkewSeconds && age <= lifetimeSeconds[purpose];
  return constantTimeEqual(link.signature, signatureOf(config, purpose, account, link.timestamp)) && isTimely;
}
