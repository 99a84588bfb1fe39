/** How e-mail addresses are stored, looked up and counted. */

/** An address without white space around it, in lower case and in Unicode's composed form (NFC). */
export const plainEmail = (email: string): string => email.trim().toLowerCase().normalize('NFC');
