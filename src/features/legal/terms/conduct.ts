/** Terms, sections 9 to 12: what may be done, what it costs, others' services, and how it ends. */
import { termsFigures } from '../termsFigures.ts';
import type { Section } from '../section.ts';

const { trialDays } = termsFigures;

export const conduct: readonly Section[] = [
  {
    title: '9. Acceptable use',
    paragraphs: ['Use the service lawfully and with regard for others. In particular, don’t:'],
    points: [
      'break a law, a court’s order or somebody’s rights with it, or store or share what you have no right to;',
      'store content that is a crime to possess or to spread, or that serves to harm, exploit or persecute people;',
      'identify, or try to identify, people from results of searches, statistics or metadata that were not meant to identify them;',
      'try to get at data, keys or accounts of others, or get around permissions, limits or measures of security;',
      'probe, scan or test the service for weaknesses beyond your own data, or without regard for others;',
      'bring in malware, disturb or overload the service, or use it in a way that harms its other users;',
      'send unwanted messages through invitations or otherwise, or pretend to be somebody else;',
      'open accounts by machine, or use several of them to get around the limits of a plan or a trial;',
      'use the service to build one that copies it, or to publish measurements of it that hide how they were made;',
      'use it where a failure could cost lives or do grave harm to people or to nature, or against rules of export and sanctions.',
    ],
    closing: [
      `Research into security in good faith is welcome: on your own data and accounts, without harm to others, and with a report to us before anybody else hears of it. We will not take steps against those who keep to that.`,
      `When these rules are broken we may remove what breaks them as far as we can see it, or suspend an account. Where the law and the danger allow it we say so first and give you time to set it right; a suspended organization may still download its sealed data unless the law forbids it.`,
    ],
  },
  {
    title: '10. Trial, plans and fees',
    paragraphs: [
      `Registering by yourself starts a free trial of ${trialDays} days. No payment is asked for before or during it. When it ends, your organization goes on with the plan that it has chosen by then, else with the free one as far as there is one; data beyond its extent are kept for another ${trialDays} days, in which you can download or delete them, and may be deleted afterwards.`,
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
];
