/** The form in which e-mail addresses are stored, looked up and counted. */

/** Trims an address, and converts it to lower case and to Unicode NFC. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase().normalize('NFC');
