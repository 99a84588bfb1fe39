/** The texts of the service's mails. */
import type { MailMessage } from '../mail/mailMessage.ts';

type Recipient = { email: string; firstName: string };
const greeting = ({ firstName }: Recipient) => (firstName ? `Hello ${firstName},` : 'Hello,');
const mail = (to: Recipient, subject: string, ...paragraphs: string[]): MailMessage => ({
  to: to.email,
  subject,
  text: [greeting(to), ...paragraphs].join('\n\n') + '\n',
});

/** Sent after signing up. */
export const activationMail = (to: Recipient, link: string): MailMessage =>
  mail(
    to,
    'Activate your account',
    'Welcome. Open this link within 7 days to activate your account:',
    link,
    'If you did not sign up, ignore this mail and nothing happens.',
  );

/** Sent after signing up with the address of an active account. */
export const existingAccountMail = (to: Recipient, publicUrl: string): MailMessage =>
  mail(
    to,
    'You already have an account',
    'Someone, probably you, tried to sign up with this e-mail address, which already has an account. Sign in here:',
    `${publicUrl}/login`,
    'If you have forgotten your password, choose a new one here:',
    `${publicUrl}/accounts/forgot-password`,
  );

/** Sent after requesting a new password. */
export const resetMail = (to: Recipient, link: string): MailMessage =>
  mail(
    to,
    'Choose a new password',
    'Open this link within 60 minutes to choose a new password:',
    link,
    'If you did not ask for this, ignore this mail: your password stays as it is.',
  );

/** Sent to the address of an account that was never activated: its reader chooses the password. */
export const openAccountMail = (to: Recipient, link: string): MailMessage =>
  mail(
    to,
    'Choose a password and open your account',
    'Open this link within 7 days to tell your name, choose a password and open your account:',
    link,
    'If you did not ask for this, ignore this mail and nothing happens.',
  );

/** Sent after an invitation. `active`: the person has an account, signs in and accepts or declines. */
export const invitationMail = (
  to: Recipient,
  by: string,
  organization: string,
  link: string,
  active: boolean,
): MailMessage =>
  active
    ? mail(
        to,
        `Invitation to ${organization}`,
        `${by} invites you to the organization ${organization}. Sign in with the password you have, and accept or decline:`,
        link,
        'If you do nothing, the invitation runs out after 7 days and you stay outside.',
      )
    : mail(
        to,
        `Invitation to ${organization}`,
        `${by} invites you to the organization ${organization}. Open this link within 7 days, tell your name and choose a password, and you are in:`,
        link,
        `The link works once, and only for you. If it has run out, ask ${by} to send the invitation again.`,
        'If you do not know who this is, ignore this mail and nothing happens.',
      );
