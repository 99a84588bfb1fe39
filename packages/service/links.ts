/** Signed links: who holds one may do one thing for one account, once, for a while. */
import { createHmac } from 'node:crypto';
import type { z } from 'zod';
import type { SignedLink } from '@cloakroom/contract/signedLink.ts';
import type { Config } from './config.ts';
import { constantTimeEqual } from './constantTimeEqual.ts';

/** `invite` opens an account that waits for the reader of its address’s mail, whoever made it. */
export type Purpose = 'activate' | 'reset' | 'invite';
type Account = { id: string; passwordHash: string | null; isActive: boolean };
type Link = z.output<typeof SignedLink>;

const minute = 60;
const day = 24 * 60 * minute;
const lifeSeconds: Record<Purpose, number> = { activate: 7 * day, invite: 7 * day, reset: 60 * minute };
/** How far ahead the clock of the instance that signed may be. */
const skewSeconds = minute;

const pages: Record<Purpose, string> = {
  activate: '/accounts/activate',
  reset: '/accounts/reset-password',
  invite: '/accounts/accept-invitation',
};

/** When a link of that purpose, made at `now`, stops working; in milliseconds since 1970. */
export const linkEnd = (purpose: Purpose, now: number): number => now + lifeSeconds[purpose] * 1000;

/**
 * The account's password and activity are part of what is signed: a link that has done its work, or that a later change
 * overtook, no longer fits. Each part is preceded by its length, so that no two lists of parts read the same.
 */
function signatureOf({ SECRET }: Config, purpose: Purpose, account: Account, timestamp: string): string {
  const parts = [purpose, account.id, timestamp, account.passwordHash ?? '', String(account.isActive)];
  const mac = createHmac('sha256', SECRET).update('link\0');
  for (const part of parts) mac.update(`${Buffer.byteLength(part)}:${part}`);
  return mac.digest('base64url');
}

/** A link's address, on the console that the settings name; never on a host that a request claims. */
export function linkFor(config: Config, purpose: Purpose, account: Account, now: number): string {
  const timestamp = String(Math.floor(now / 1000));
  const query = new URLSearchParams({
    user_id: account.id,
    timestamp,
    signature: signatureOf(config, purpose, account, timestamp),
  });
  return `${config.PUBLIC_URL}${pages[purpose]}?${query.toString()}`;
}

/** Whether a link still opens `purpose` for the account. */
export function linkFits(
  config: Config,
  purpose: Purpose,
  account: Account,
  link: Link,
  now: number,
): boolean {
  const age = Math.floor(now / 1000) - Number(link.timestamp);
  const timely = age >= -skewSeconds && age <= lifeSeconds[purpose];
  return constantTimeEqual(link.signature, signatureOf(config, purpose, account, link.timestamp)) && timely;
}
