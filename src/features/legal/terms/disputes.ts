/** Terms, sections 15 to 18: how disputes are settled. */
import { termsFigures } from '../termsFigures.ts';
import type { Section } from '../section.ts';

const {
  informalDisputeDays,
  arbitrationOptOutDays,
  claimTime,
  massArbitrationClaims,
  bellwetherCasesPerSide,
} = termsFigures;

export const disputes: readonly Section[] = [
  {
    title: '15. Talk first',
    paragraphs: [
      `Most disputes can be settled by talking. Whoever has a claim that arises from these terms or the service first writes to the other: who they are, the email address of their account, what happened, and what they ask for. You write to the address that the operator of this installation gives for legal matters; we write to the email address of your account.`,
      `For ${informalDisputeDays} days from that letter’s arrival both of us try in good faith to settle the dispute without anybody else, and either may ask for a conversation by telephone or video in which both take part in person. Neither begins an arbitration or a lawsuit before the ${informalDisputeDays} days are over. Time limits for claims stand still meanwhile.`,
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
];
