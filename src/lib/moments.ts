/** Moments in the reader's own words and time zone. */

const both = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const dates = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** Date and time of an ISO 8601 moment. */
export const momentWords = (iso: string): string => both.format(new Date(iso));

/** Its date alone. */
export const dateWords = (iso: string): string => dates.format(new Date(iso));
