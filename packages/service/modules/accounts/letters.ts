/** What the service writes to people, in plain words and plain text. */
import type { Letter } from '../mail/letter.ts';

type To = { email: string; firstName: string };
const greeting = ({ firstName }: To) => (firstName ? `Hello ${firstName},` : 'Hello,');
const letter = (to: To, subject: string, ...paragraphs: string[]): Letter => ({
  to: to.email,
  subject,
  text: [greeting(to), ...paragraphs].join('\n\n') + '\n',
});

/** To somebody who has just signed up. */
export const activationLetter = (to: To, link: string): Letter =>
  letter(
    to,
    'Activate your account',
    'Welcome. Open this link within 7 days to activate your account:',
    link,
    'If you did not sign up, ignore this mail and nothing happens.',
  );

/** To the owner of an account whose address somebody signed up with again. */
export const knownLetter = (to: To, publicUrl: string): Letter =>
  letter(
    to,
    'You already have an account',
    'Somebody, probably you, tried to sign up with this e-mail address, which already has an account. Sign in here:',
    `${publicUrl}/login`,
    'If you have forgotten your password, choose a new one here:',
    `${publicUrl}/accounts/forgot-password`,
  );

/** To somebody who asked for a new password. */
export const resetLetter = (to: To, link: string): Letter =>
  letter(
    to,
    'Choose a new password',
    'Open this link within 60 minutes to choose a new password:',
    link,
    'If you did not ask for this, ignore this mail: your password stays as it is.',
  );

/** To the holder of an address whose account was never opened: they choose the password, whoever asked. */
export const openingLetter = (to: To, link: string): Letter =>
  letter(
    to,
    'Choose a password and open your account',
    'Open this link within 7 days to tell your name, choose a password and open your account:',
    link,
    'If you did not ask for this, ignore this mail and nothing happens.',
  );

/** To an invited person; `active` people have an account: they sign in and accept or decline. */
export const invitationLetter = (
  to: To,
  by: string,
  organization: string,
  link: string,
  active: boolean,
): Letter =>
  active
    ? letter(
        to,
        `Invitation to ${organization}`,
        `${by} invites you to the organization ${organization}. Sign in with the password you have, and accept or decline:`,
        link,
        'If you do nothing, the invitation runs out after 7 days and you stay outside.',
      )
    : letter(
        to,
        `Invitation to ${organization}`,
        `${by} invites you to the organization ${organization}. Open this link within 7 days, tell your name and choose a password, and you are in:`,
        link,
        `The link works once, and only for you. If it has run out, ask ${by} to send the invitation again.`,
        'If you do not know who this is, ignore this mail and nothing happens.',
      );
