/** Terms, sections 19 and 20: changes, and what is left to say. */
import type { Section } from '../section.ts';

export const general: readonly Section[] = [
  {
    title: '19. Changes',
    paragraphs: [
      `We may improve, change or end features. If we end one that you pay for and that matters to you, you may cancel and get back what you paid for the time left.`,
      `We may change these terms. A change that matters is announced in the console or by email at least 30 days before it applies, unless the law asks for it sooner. If you don’t agree with it, you may end the contract before that day; whoever goes on using the service afterwards has agreed. A change to sections 15 to 18 does not apply to disputes that we knew of before.`,
    ],
  },
  {
    title: '20. General',
    paragraphs: [
      `The law of the operator’s place of business applies, without its rules on the conflict of laws and without the convention on contracts for the sale of goods; the law on arbitration of that place applies to section 16. What may go to court goes to the courts there. As a consumer you keep the protection that the law where you live does not let anybody take from you.`,
      `You may hand on your rights and duties under these terms only with our consent; we may hand ours on to whoever takes over the service. Neither of us answers for what neither could foresee or prevent, such as disasters, war, or the failure of public networks, while it lasts. Nothing here makes us partners, employers or agents of each other, and nobody else gets rights from it.`,
      `If a part of these terms is invalid, the rest stands, and a valid rule that comes closest takes its place. Not enforcing a right is not giving it up. Notices to you go to the email address of your account or into the console; notices to us go to the address that the operator gives for legal matters. Headings are there to help reading. These terms, with what they refer to and what your plan says, are the whole agreement about the service and replace earlier ones.`,
    ],
  },
];
