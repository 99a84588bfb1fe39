/** The terms of service. Sections refer to each other by their numbers. */
import { config } from '#src/shared/config.ts';
import type { Section } from './section.ts';
import { termsFigures } from './termsFigures.ts';

const product = config.productName;
const {
  trialDays,
  liabilityCapDollars,
  informalDisputeDays,
  arbitrationOptOutDays,
  claimTime,
  massArbitrationClaims,
  bellwetherCasesPerSide,
} = termsFigures;

export const terms: readonly Section[] = [
  // Sections 1 to 4: what is agreed, by whom, and what may be used.
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
      `You are responsible for what is done with your account, with the machine that your proxy runs on, and with your keyring, unless we are to blame for it. Tell us without delay when you believe that someone else has had access to any of them.`,
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
  // Sections 5 to 8: the two parties, their data and keys, secrecy and privacy.
  {
    title: '5. Data Owners and Data Requesters',
    paragraphs: [
      `${product} knows two kinds of party to the data of a schema. Who is which is decided by the organization that the schema belongs to, through its teams; the same person may be the one for one schema and the other for another.`,
    ],
    points: [
      'Data Owners may read, write, encrypt and decrypt the records of a schema. They may also let others become Data Owners or Data Requesters of it, and hand them the keys for that.',
      'Data Requesters may only run encrypted search over the records of a schema and see the results. They may not read, write, encrypt or decrypt records, and may not share keys.',
    ],
    closing: [
      `Being the owner or an admin of an organization means managing its people, datasets and schemas. By itself it lets no one decrypt: that takes keys, and only a Data Owner can give them.`,
      `A Data Owner promises that they have every right and every consent that is needed to upload the data, to have them stored in sealed form, and to let each Data Requester search them. A Data Requester promises to use what they find only for the purpose that it was opened to them for, not to find out from the results of searches what they were not meant to learn, and above all not to find out who a person in the data is.`,
      `What Data Owners and Data Requesters agree on between themselves is their own contract. We are not a party to it, do not watch over it, and are not liable for what either does.`,
    ],
  },
  {
    title: '6. Your data and your keys',
    paragraphs: [
      `Your data stay yours. You grant us only the permission to store, copy, transmit and delete them in sealed form as far as it takes to run the service for you, for as long as you use it.`,
      `Records are sealed by the proxy, on a machine of yours, before they reach us. We hold no key to them and cannot read, search or restore their content, for you or for anyone else; no one can make us hand over what we do not have. What we can see is described in the privacy policy.`,
      `Because we hold no key, the keys are your responsibility. If you lose a keyring, its recovery words, and everyone that keys were shared with, you lose the data: no one can open them any more. Keep a backup and test it. Resetting the password of your account neither harms nor restores keys.`,
      `Keys that have been handed over cannot be taken back from those who have opened them. Removing someone from a team ends what the service lets them do; it does not erase what they have seen or kept.`,
      `Descriptions are stored as you write them. Don’t put secrets or personal data into them.`,
    ],
  },
  {
    title: '7. Confidentiality',
    paragraphs: [
      `Each of us may learn things about the other that are marked as confidential or are plainly meant to be: for us that includes features that are not public and reports on security, for you it includes descriptions and the way you use the service. Whoever receives such information keeps it to themselves with at least reasonable care, uses it for these terms only, and shows it only to those of their people and advisers who need it and are bound in the same way.`,
      `This does not cover what is or becomes public without a breach, what the receiver knew before or found out independently, or what they lawfully got from someone else. Anyone compelled by law to disclose something may do so to that extent, and says so beforehand where the law allows it. These duties last for three years after these terms end, and for secrets of trade as long as they are secret.`,
    ],
  },
  {
    title: '8. Privacy and security',
    paragraphs: [
      `The privacy policy says which data about you we process and why. It is part of what you are told, and not a limit to your rights under the law of data protection. Where we process personal data for your organization, we do so on its instructions, which these terms and the settings of the service express; on request we conclude the agreement that the law asks for.`,
      `We take technical and organizational measures that fit the risk, and tell you without undue delay when we learn that someone got unauthorised access to what we store for you. You keep the machines that you use with the service, and the proxy on them, in a safe and current state.`,
    ],
  },
  // Sections 9 to 12: what may be done, what it costs, others' services, and how it ends.
  {
    title: '9. Acceptable use',
    paragraphs: ['Use the service lawfully and with regard for others. In particular, don’t:'],
    points: [
      'break a law, a court’s order or someone’s rights with it, or store or share what you have no right to;',
      'store content that is a crime to possess or to spread, or that serves to harm, exploit or persecute people;',
      'identify, or try to identify, people from results of searches, statistics or metadata that were not meant to identify them;',
      'try to get at data, keys or accounts of others, or get around permissions, limits or measures of security;',
      'probe, scan or test the service for weaknesses beyond your own data, or without regard for others;',
      'bring in malware, disturb or overload the service, or use it in a way that harms its other users;',
      'send unwanted messages through invitations or otherwise, or pretend to be someone else;',
      'open accounts by machine, or use several of them to get around the limits of a plan or a trial;',
      'use the service to build one that copies it, or to publish measurements of it that hide how they were made;',
      'use it where a failure could cost lives or do grave harm to people or to nature, or against rules of export and sanctions.',
    ],
    closing: [
      `Research into security in good faith is welcome: on your own data and accounts, without harm to others, and with a report to us before anyone else hears of it. We will not take steps against those who keep to that.`,
      `When these rules are broken we may remove what breaks them as far as we can see it, or suspend an account. Where the law and the danger allow it we say so first and give you time to set it right; a suspended organization may still download its sealed data unless the law forbids it.`,
    ],
  },
  {
    title: '10. Trial, plans and fees',
    paragraphs: [
      `Registering by yourself starts a free trial of ${trialDays} days. No payment is asked for before or during it. When it ends, your organization continues on the plan that it has chosen by then, or on the free one if there is one; data beyond the limits of the plan are kept for another ${trialDays} days, in which you can download or delete them, and may be deleted afterwards.`,
      `Plans and their prices are shown before you choose one. Fees of a paid plan are due in advance for each period, don’t include taxes unless it says so, and are not refunded for a period that has begun, except where these terms or the law say otherwise. A plan renews itself for the same period until you cancel it, which you can do at any time with effect from the end of the period.`,
      `Payments are handled by a payment provider under its own terms; we don’t see the number of your card. If a payment fails we tell you, and may reduce you to the free plan when it has not been made within 15 days. We may change prices with notice of 30 days, from the next period on; until then you may cancel.`,
      `Features that are marked Beta, and everything in a demo, are there to be tried. They may change or end at any time, and their data may be deleted.`,
    ],
  },
  {
    title: '11. Other people’s services',
    paragraphs: [
      `Some features, such as signing in with another provider, payment, help by chat, videos and measurement, come from other companies. They are used only where they are switched on, and where you are asked, only if you agree. Their own terms apply to them, and we answer for them only as far as we chose them carelessly. None of them is given access to records.`,
    ],
  },
  {
    title: '12. How long this lasts, and how it ends',
    paragraphs: [
      `These terms apply for as long as you have an account or use the service. You may end them at any time by closing your account or ceasing to use the service. We may end them with notice of 30 days, or at once if you break them gravely, or again after a warning, or if the law obliges us to.`,
      `When they end, your license ends. For 30 days after an end without grave breach you may still download your data in sealed form; then we delete them, and from backups within another 90 days, except what the law obliges us to keep. What you owe for the time before remains due; what you have paid in advance is returned in part if we end the contract without your having broken it.`,
      `Sections 2, 5, 6, 7, 13 to 18 and 20, and whatever is by its nature meant to, outlive the end.`,
    ],
  },
  // Sections 13 and 14: what is not promised, and what is owed at most.
  {
    title: '13. No warranty',
    paragraphs: [
      `The service is provided as it is and as it is available. As far as the law allows, we exclude every warranty, express or implied, including those of merchantability, of fitness for a purpose, of title and of not infringing rights, and that the service is without interruption, error or loss.`,
      `Encryption protects what is encrypted. It does not hide how many records there are, roughly how large they are, when they were stored or searched, or that they were; it does not protect a machine that someone else controls, or data that someone has decrypted. Whether the service meets the duties that the law puts on you is for you to judge.`,
      `You use the results of searches and aggregates at your own risk. Nothing here excludes a warranty that the law forbids to exclude.`,
    ],
  },
  {
    title: '14. Limited liability and indemnity',
    paragraphs: [
      `As far as the law allows, neither of us is liable to the other for indirect, incidental, special, exemplary or consequential damage, nor for lost profits, revenue, goodwill, data or keys, whatever the claim rests on, and even if the damage could be foreseen.`,
      `As far as the law allows, our whole liability for everything that arises from these terms or the service is limited to ${liabilityCapDollars} US dollars. This cap applies to all claims together and is not raised by there being several.`,
      `These limits do not apply to what by law cannot be limited, such as intent, and harm to life, body or health, nor to your duty to pay fees. They are part of the bargain: without them the service could not be offered at its price.`,
      `If someone makes a claim against us because of data that you uploaded or descriptions that you wrote, because you used the service against these terms, or because of your dealings with other Data Owners or Data Requesters, you defend us and hold us harmless from it, including reasonable costs of lawyers. We tell you of the claim promptly, leave its defence to you, and help at your expense; you don’t settle it at our cost without our consent.`,
    ],
  },
  // Sections 15 to 18: how disputes are settled.
  {
    title: '15. Talk first',
    paragraphs: [
      `Most disputes can be settled by talking. Whoever has a claim that arises from these terms or the service first writes to the other: who they are, the email address of their account, what happened, and what they ask for. You write to the address that the operator of this installation gives for legal matters; we write to the email address of your account.`,
      `For ${informalDisputeDays} days from that letter’s arrival both of us try in good faith to settle the dispute without anyone else, and either may ask for a conversation by telephone or video in which both take part in person. Neither begins an arbitration or a lawsuit before the ${informalDisputeDays} days are over. Time limits for claims stand still meanwhile.`,
    ],
  },
  {
    title: '16. Arbitration',
    paragraphs: [
      `A dispute that is not settled under section 15 is decided finally by binding arbitration before one neutral arbitrator, and not by a court or a jury. That includes disputes about whether this section is valid and what it covers, except those that section 18 leaves to a court. The rules for consumers, or if you act for a business those for commerce, of a recognized institution for arbitration at our place of business apply, as they stand when the claim is made, as far as they don’t contradict these terms.`,
      `Hearings are held by telephone or video, or on paper, unless the arbitrator finds that meeting is necessary; then in the place where you live or another that both agree on. The arbitrator may award to the one person who claims everything that a court could, and gives reasons in writing. Fees are shared as the rules say; if they would be more for you than those of a court, we pay the difference, unless your claim was frivolous.`,
      `Instead of arbitration, either of us may take an individual claim to a court for small claims that has jurisdiction, and either may ask a court to stop the misuse of intellectual property or unauthorised access to data or systems.`,
      `You and we both give up the right to a trial by jury, and to bring or take part in an action of a class, of representatives or of groups, for everything that is to be arbitrated. The arbitrator may not join claims of several people without the consent of all, except as section 18 says. If this paragraph cannot be enforced for a claim, that claim, and only that, goes to court after everything else has been decided.`,
    ],
  },
  {
    title: '17. Opting out, and time for claims',
    paragraphs: [
      `You may opt out of arbitration. Within ${arbitrationOptOutDays} days after you first agreed to these terms, write to the address for legal matters with your name, the email address of your account, and the clear statement that you opt out of arbitration. Opting out covers sections 16 and 18, has no other consequence, and is not undone by later versions of these terms. Whoever opted out under an earlier version need not do so again.`,
      `As far as the law allows, a claim that arises from these terms or the service must be begun within ${claimTime} after it arose; afterwards it is barred for good. The time of section 15 is not counted.`,
    ],
  },
  {
    title: '18. Many similar claims',
    paragraphs: [
      `If ${massArbitrationClaims} or more claims that raise similar questions are made against the same party by the same lawyers or by lawyers who act together, they are “mass arbitration”, and this section applies to all of them, whenever they are made.`,
      `The lawyers of each side choose ${bellwetherCasesPerSide} claims as bellwether cases, and only these ${bellwetherCasesPerSide * 2} are filed, each decided on its own by a different arbitrator, if possible within 120 days. No fees are due for any other claim meanwhile, none of the others may be filed, and their time limits stand still from the first letter of section 15 on.`,
      `After the last of the bellwether cases has been decided, both sides take part in one mediation of all remaining claims, for which we pay the mediator. What is not settled within 60 days of it is decided in further rounds of the same kind and number, until all claims are settled or decided; after the first round either side may instead take the remaining claims to court.`,
      `A court may enforce this section, and may stop the filing of claims against it.`,
    ],
  },
  // Sections 19 and 20: changes, and what is left to say.
  {
    title: '19. Changes',
    paragraphs: [
      `We may improve, change or end features. If we end one that you pay for and that matters to you, you may cancel and get back what you paid for the time left.`,
      `We may change these terms. A change that matters is announced in the console or by email at least 30 days before it applies, unless the law asks for it sooner. If you don’t agree with it, you may end the contract before that day; anyone who continues to use the service afterwards has agreed. A change to sections 15 to 18 does not apply to disputes that we knew of before.`,
    ],
  },
  {
    title: '20. General',
    paragraphs: [
      `The law of the operator’s place of business applies, without its rules on the conflict of laws and without the convention on contracts for the sale of goods; the law on arbitration of that place applies to section 16. What may go to court goes to the courts there. As a consumer you keep the protection that the law where you live does not let anyone take from you.`,
      `You may transfer your rights and duties under these terms only with our consent; we may transfer ours to a successor that takes over the service. Neither of us answers for what neither could foresee or prevent, such as disasters, war, or the failure of public networks, while it lasts. Nothing here makes us partners, employers or agents of each other, and no one else gets rights from it.`,
      `If a part of these terms is invalid, the rest stands, and a valid rule that comes closest takes its place. Not enforcing a right is not giving it up. Notices to you go to the email address of your account or into the console; notices to us go to the address that the operator gives for legal matters. Headings are there to help reading. These terms, with what they refer to and what your plan says, are the whole agreement about the service and replace earlier ones.`,
    ],
  },
];
