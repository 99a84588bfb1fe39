/** Terms, sections 1 to 4: what is agreed, by whom, and what may be used. */
import { config } from '#src/shared/config.ts';
import type { Section } from '../section.ts';

const product = config.productName;

export const agreement: readonly Section[] = [
  {
    title: '1. What you agree to',
    paragraphs: [
      `These terms of service are a contract between you and the operator of this installation of ${product} (“we”, “us”). They apply to the console, the proxy, the service and their interfaces for programs (together “the service”), from the moment you tick the box, press “I agree”, or use the service, whichever comes first.`,
      `Please read all of it. Section 14 limits what we are liable for. Sections 15 to 18 say how disputes are settled: by talking first, then by individual arbitration and not in court, unless you opt out in time.`,
      `If you use the service for an organization, you confirm that you may bind it; “you” then means both of you. If you don’t agree, don’t use the service.`,
    ],
  },
  {
    title: '2. Words with a meaning',
    paragraphs: ['In these terms:'],
    points: [
      `“Your data” are the records that you or your organization upload, and what is made from them: their sealed form, their search index and the results of searches.`,
      `“Descriptions” are the names and descriptions of organizations, datasets and schemas, and the definitions of schemas. They are not encrypted.`,
      `“The proxy” is the program that runs on a machine of your own, holds your keys, and seals, searches and opens your data there.`,
      `“Keys” are what data are sealed and opened with, and what other keys are handed over with; “keyring” is the file they are kept in, and “recovery words” are the words from which a keyring can be made again.`,
      `“Data Owner” and “Data Requester” are the two kinds of party of section 5.`,
      `“Plan” is the extent of the service that your organization has chosen, the free one included.`,
    ],
  },
  {
    title: '3. Who may use the service, and your account',
    paragraphs: [
      `You must be of legal age where you live, and not be barred from receiving the service by the law that applies to you or to us.`,
      `What you tell us when you register must be true and be kept up to date. Your account is yours alone: don’t share its password, and don’t let others act in your name. An organization that wants several people to work with its data invites each of them.`,
      `You are responsible for what is done with your account, with the machine that your proxy runs on, and with your keyring, unless we are to blame for it. Tell us without delay when you believe that somebody else has had access to any of them.`,
      `We may ask you to confirm your email address, and may refuse, for good reason, to open an account.`,
    ],
  },
  {
    title: '4. License',
    paragraphs: [
      `While these terms apply and you keep to them, we grant you a limited, non-exclusive, non-transferable and revocable license, without the right to grant sublicenses, to use the console and the service, and to install and run the proxy on machines under your control, for your own purposes or those of your organization, to the extent of your plan.`,
      `The service, its software, its design and its documentation belong to us or to those who license them to us, and are protected by law. Parts that come under an open license of their own are governed by that license. You may not:`,
    ],
    points: [
      'sell, rent, lease or lend the service, or offer it to others as a service of your own, unless your plan says so;',
      'remove or change notices of ownership, or present the service as your own work;',
      'take the software apart in order to copy it, except where the law gives you that right whatever a contract says;',
      'use our names and marks without our written consent, except to say truthfully that you use the service.',
    ],
    closing: [
      `If you send us ideas or criticism, we may use them without owing you anything. All rights that are not granted here are reserved.`,
    ],
  },
];
