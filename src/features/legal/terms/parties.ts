/** Terms, sections 5 to 8: the two parties, their data and keys, secrecy and privacy. */
import { config } from '#src/shared/config.ts';
import type { Section } from '../section.ts';

const product = config.productName;

export const parties: readonly Section[] = [
  {
    title: '5. Data Owners and Data Requesters',
    paragraphs: [
      `${product} knows two kinds of party to the data of a schema. Who is which is decided by the organization that the schema belongs to, through its teams; the same person may be the one for one schema and the other for another.`,
    ],
    points: [
      'Data Owners may read, write, encrypt and decrypt the records of a schema. They may also let others become Data Owners or Data Requesters of it, and hand them the keys for that.',
      'Data Requesters may only run encrypted search over the records of a schema and see the results. They may not read, write, encrypt or decrypt records, and may not hand on keys.',
    ],
    closing: [
      `Being the owner or an admin of an organization means managing its people, datasets and schemas. By itself it lets nobody decrypt: that takes keys, and only a Data Owner can give them.`,
      `A Data Owner promises that they have every right and every consent that is needed to upload the data, to have them stored in sealed form, and to let each Data Requester search them. A Data Requester promises to use what they find only for the purpose that it was opened to them for, not to find out from the results of searches what they were not meant to learn, and above all not to find out who a person in the data is.`,
      `What Data Owners and Data Requesters agree on between themselves is their own contract. We are not a party to it, do not watch over it, and are not liable for what either does.`,
    ],
  },
  {
    title: '6. Your data and your keys',
    paragraphs: [
      `Your data stay yours. You grant us only the permission to store, copy, transmit and delete them in sealed form as far as it takes to run the service for you, for as long as you use it.`,
      `Records are sealed by the proxy, on a machine of yours, before they reach us. We hold no key to them and cannot read, search or restore their content, for you or for anybody else; nobody can make us hand over what we do not have. What we can see is described in the privacy policy.`,
      `Because we hold no key, the keys are your responsibility. Whoever loses a keyring, its recovery words, and everybody that keys were shared with, loses the data: nobody can open them any more. Keep a backup and try it out. Resetting the password of your account neither harms nor restores keys.`,
      `Keys that have been handed over cannot be taken back from those who have opened them. Removing somebody from a team ends what the service lets them do; it does not erase what they have seen or kept.`,
      `Descriptions are stored as you write them. Don’t put secrets or personal data into them.`,
    ],
  },
  {
    title: '7. Confidentiality',
    paragraphs: [
      `Each of us may learn things about the other that are marked as confidential or are plainly meant to be: for us that includes features that are not public and reports on security, for you it includes descriptions and the way you use the service. Whoever receives such information keeps it to themselves with at least reasonable care, uses it for these terms only, and shows it only to those of their people and advisers who need it and are bound in the same way.`,
      `This does not cover what is or becomes public without a breach, what the receiver knew before or found out independently, or what they lawfully got from somebody else. Whoever is compelled by law to disclose something may do so to that extent, and says so beforehand where the law allows it. These duties last for three years after these terms end, and for secrets of trade as long as they are secret.`,
    ],
  },
  {
    title: '8. Privacy and security',
    paragraphs: [
      `The privacy policy says which data about you we process and why. It is part of what you are told, and not a limit to your rights under the law of data protection. Where we process personal data for your organization, we do so on its instructions, which these terms and the settings of the service express; on request we conclude the agreement that the law asks for.`,
      `We take technical and organizational measures that fit the risk, and tell you without undue delay when we learn that somebody got unauthorised access to what we store for you. You keep the machines that you use with the service, and the proxy on them, in a safe and current state.`,
    ],
  },
];
