/** A mail's text in parts: what is plain text, and what leads to a page of this console. */
import { safePath } from '#src/shared/paths.ts';

export type MailPart = { text: string; to?: string };

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** The pages that mails lead to. */
const pages =
  /^\/(login|accounts\/(activate|accept-invitation|forgot-password|reset-password)|invitations)(\?|$)/;

/**
 * The path of this console that an address in a mail leads to; undefined for every other address, which stays text: what a mail says
 * is the service's word. Only the path counts, so a link never leaves this console's origin.
 */
function pageOf(address: string, origin: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.origin !== origin && !(loopback.test(url.hostname) && loopback.test(new URL(origin).hostname)))
    return undefined;
  const path = safePath(`${url.pathname}${url.search}`, origin);
  return path !== null && pages.test(path) ? path : undefined;
}

/** @param origin - of this console. */
export const mailParts = (text: string, origin: string): MailPart[] =>
  text
    .split(/(https?:\/\/\S+)/)
    .filter((part) => part !== '')
    .map((part) => {
      const to = pageOf(part, origin);
      return to === undefined ? { text: part } : { text: part, to };
    });
