/** The sections of the privacy policy. */
import { config } from '#src/shared/config.ts';
import type { Section } from './section.ts';

const product = config.productName;

export const privacy: readonly Section[] = [
  {
    title: 'What the service stores',
    paragraphs: [
      `Your e-mail address, your name, a salted hash of your password, the organizations and teams that you belong to, when your account was created and last used, and a log of changes with the address that they came from.`,
      `The names, descriptions and definitions of datasets and schemas. They are not encrypted, so don’t write secrets into them.`,
      `Your records and their search index, sealed. The service has no keys to them.`,
    ],
  },
  {
    title: 'What it can’t know, and what it can',
    paragraphs: [
      `It can’t know a value of a record, what you search for, or the name of a file that you upload: all of that stays between this page and the proxy on your own machine.`,
      `It can know how many records there are, roughly how large they are, when they were stored, and which sealed blocks a search reads.`,
    ],
  },
  {
    title: 'What this browser stores',
    paragraphs: [
      `Two cookies for signing in: one for your session and one against forged requests. Up to two more that say nothing about you: whether you want the page light or dark, and your privacy choices. Names of datasets and schemas, and sealed pages of records, so that you can browse without a network. Decrypted values are held in memory only and never stored.`,
      `Signing out deletes all of it, except those two and which alerts you asked not to see again.`,
    ],
  },
  {
    title: 'Who else receives data',
    paragraphs: [
      `No one, in ${product} as it comes. An operator may switch on a payment provider, a social login, error reports or other integrations; these then see what their own policies say, and never a page with records. Chat, measurement and error reports are off until you switch them on in “Privacy choices” at the foot of the page; payment and videos load when you ask for them.`,
    ],
  },
];
