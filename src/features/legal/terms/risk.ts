/** Terms, sections 13 and 14: what is not promised, and what is owed at most. */
import { termsFigures } from '../termsFigures.ts';
import type { Section } from '../section.ts';

const { liabilityCapDollars } = termsFigures;

export const risk: readonly Section[] = [
  {
    title: '13. No warranty',
    paragraphs: [
      `The service is provided as it is and as it is available. As far as the law allows, we exclude every warranty, express or implied, including those of merchantability, of fitness for a purpose, of title and of not infringing rights, and that the service is without interruption, error or loss.`,
      `Encryption protects what is encrypted. It does not hide how many records there are, roughly how large they are, when they were stored or searched, or that they were; it does not protect a machine that somebody else controls, or data that somebody has decrypted. Whether the service meets the duties that the law puts on you is for you to judge.`,
      `You use the results of searches and aggregates at your own risk. Nothing here excludes a warranty that the law forbids to exclude.`,
    ],
  },
  {
    title: '14. Limited liability and indemnity',
    paragraphs: [
      `As far as the law allows, neither of us is liable to the other for indirect, incidental, special, exemplary or consequential damage, nor for lost profits, revenue, goodwill, data or keys, whatever the claim rests on, and even if the damage could be foreseen.`,
      `As far as the law allows, our whole liability for everything that arises from these terms or the service is limited to ${liabilityCapDollars} US dollars. This cap applies to all claims together and is not raised by there being several.`,
      `These limits do not apply to what by law cannot be limited, such as intent, and harm to life, body or health, nor to your duty to pay fees. They are part of the bargain: without them the service could not be offered at its price.`,
      `If somebody makes a claim against us because of data that you uploaded or descriptions that you wrote, because you used the service against these terms, or because of your dealings with other Data Owners or Data Requesters, you defend us and hold us harmless from it, including reasonable costs of lawyers. We tell you of the claim promptly, leave its defence to you, and help at your expense; you don’t settle it at our cost without our consent.`,
    ],
  },
];
