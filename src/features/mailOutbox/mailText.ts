/** Splits the text of a mail into plain text and links to pages of this console. */
import { safePath } from '#src/shared/paths.ts';

export type MailPart = { text: string; to?: string };

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** The pages that mails lead to. */
const linkablePages =
  /^\/(login|accounts\/(activate|accept-invitation|forgot-password|reset-password)|invitations)(\?|$)/;

/**
 * The path of this console that an address in a mail leads to; undefined for any other address, which is shown as text, since
 * the content of a mail is not trusted. Only the path is used, so a link never leaves this console's origin.
 */
function consolePath(address: string, origin: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.origin !== origin && !(loopback.test(url.hostname) && loopback.test(new URL(origin).hostname)))
    return undefined;
  const path = safePath(`${url.pathname}${url.search}`, origin);
  return path !== null && linkablePages.test(path) ? path : undefined;
}

/** @param origin - the origin of this console. */
export const mailParts = (text: string, origin: string): MailPart[] =>
  text
    .split(/(https?:\/\/\S+)/)
    .filter((part) => part !== '')
    .map((part) => {
      const to = consolePath(part, origin);
      return to === undefined ? { text: part } : { text: part, to };
    });
