/** The links in mails, as a person follows them. */
import type { Letter } from '#service/modules/mail/letter.ts';

/** The address of the only link of a letter. */
export function linkIn(letter: Letter | undefined): URL {
  const found = /https?:\/\/\S+/.exec(letter?.text ?? '')?.[0];
  if (!found) throw new Error('The letter has no link.');
  return new URL(found);
}

/** What the page behind a link sends back. */
export const partsOf = (link: URL) => ({
  user_id: link.searchParams.get('user_id') ?? '',
  timestamp: link.searchParams.get('timestamp') ?? '',
  signature: link.searchParams.get('signature') ?? '',
});
