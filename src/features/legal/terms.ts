/** The terms of service, section by section. */
import { config } from '#src/lib/config.ts';
import { figures } from './figures.ts';

export type Section = { title: string; paragraphs: readonly string[] };

const product = config.productName;
const {
  trialDays,
  liabilityCapDollars,
  informalDisputeDays,
  arbitrationOptOutDays,
  massArbitrationClaims,
  bellwetherCasesPerSide,
} = figures;

export const terms: readonly Section[] = [
  {
    title: '1. What you agree to',
    paragraphs: [
      `These terms are a contract between you and the operator of this installation of ${product} (“we”). They apply from the moment you agree to them or use the service. If you act for an organization, you confirm that you may bind it, and “you” means that organization too.`,
      `You must be of legal age where you live. If you don’t agree, don’t use the service.`,
    ],
  },
  {
    title: '2. Data Owners and Data Requesters',
    paragraphs: [
      `${product} knows two kinds of party. Data Owners may read, write, encrypt and decrypt the records of a schema. Data Requesters may only run encrypted search and see its results. An organization’s owner and admins decide who is which; being an admin does not by itself let anybody decrypt.`,
      `Data Owners are responsible for having the right to upload what they upload, and for whom they let search it.`,
    ],
  },
  {
    title: '3. Your data and your keys',
    paragraphs: [
      `Records are encrypted on your own machine, by the proxy, before they reach the service. We store ciphertext, names and definitions of datasets and schemas, and account details. We hold no key and can’t read your records.`,
      `Because we hold no key, we can’t restore one. If you lose your keyring, its recovery words and every person you have shared keys with, your records can’t be decrypted by anybody. Keep a backup.`,
      `Your data stay yours. You give us only the permission we need to store, copy and transmit them in order to run the service for you.`,
    ],
  },
  {
    title: '4. License',
    paragraphs: [
      `While these terms apply, we grant you a limited, non-exclusive, non-transferable, revocable license to use the console, the proxy and the service for your own or your organization’s purposes.`,
      `You may not resell the service, remove notices, or present it as your own. Rights that are not granted here are reserved; rights that the law gives you regardless are untouched.`,
    ],
  },
  {
    title: '5. Acceptable use',
    paragraphs: [
      `Don’t break the law with the service. Don’t store or share what you have no right to. Don’t probe, overload or disturb it, get around its limits or its permissions, or try to identify people from search results that you were not meant to identify them from.`,
      `Don’t share your password or your keyring. Tell us promptly when you believe that somebody else has used your account. Security research in good faith, on your own data and without harm to others, is welcome.`,
      `We may suspend an account that breaks these rules. Where we can, we say so first and give you time to set it right and to take your data with you.`,
    ],
  },
  {
    title: '6. Trial, plans and payment',
    paragraphs: [
      `Self-registration starts a free trial of ${trialDays} days. Afterwards the plan shown in your account applies. Plans and prices are shown before you choose one, and nothing is charged without your choice. Card payments are handled by a payment provider under its own terms.`,
      `Features that are marked Beta may change or end.`,
    ],
  },
  {
    title: '7. Ending',
    paragraphs: [
      `You may stop using the service at any time. We may end these terms with reasonable notice, or at once when they are seriously broken. Sections 3, 8, 9 and 10 outlive the end.`,
    ],
  },
  {
    title: '8. No warranty, limited liability',
    paragraphs: [
      `The service is provided as it is and as available, without warranties of any kind, as far as the law allows this. Encryption protects what is encrypted; it doesn’t hide how much there is, when it was stored, or that it was searched.`,
      `As far as the law allows, neither side is liable for indirect or consequential damage or lost profits, and our whole liability for everything that arises from these terms or the service is limited to ${liabilityCapDollars} US dollars. Nothing here limits liability that by law can’t be limited.`,
    ],
  },
  {
    title: '9. Disputes and arbitration',
    paragraphs: [
      `Talk first. Whoever has a dispute writes to the other side with a description and what they ask for, and both try in good faith to settle it for ${informalDisputeDays} days before anything else.`,
      `What is not settled is decided by binding individual arbitration and not in court, except that either side may use small-claims court, and may ask a court to stop misuse of intellectual property or unauthorised access. Both sides waive trial by jury and class actions for what is arbitrated.`,
      `You may opt out of arbitration within ${arbitrationOptOutDays} days of first agreeing to these terms, by writing to us with your name, the e-mail address of your account and the statement that you opt out. Opting out has no other consequence.`,
      `When ${massArbitrationClaims} or more similar claims are brought by the same or coordinated counsel, they are handled in stages: each side picks ${bellwetherCasesPerSide} bellwether cases which are decided first. The other claims wait, and their time limits stand still, until those are decided and both sides have tried to settle the rest.`,
      `A claim must be brought within one year after it arose; later it is barred, as far as the law allows this.`,
    ],
  },
  {
    title: '10. General',
    paragraphs: [
      `We may change these terms. A change that matters is announced in the console before it applies; if you don’t agree, you may stop using the service. If a part is invalid, the rest stands. If we don’t enforce a right once, we still have it. These terms are the whole agreement about the service.`,
    ],
  },
];
