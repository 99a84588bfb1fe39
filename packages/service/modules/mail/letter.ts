/** A mail before anybody decides how it travels. */
export type Letter = { to: string; subject: string; text: string };
