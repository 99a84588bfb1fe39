/** A mail, independent of its transport. */
export type MailMessage = { to: string; subject: string; text: string };
