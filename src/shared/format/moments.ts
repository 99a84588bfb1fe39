/** Moments in the reader's own words and time zone. */

const both = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const toTheSecond = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const dates = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** Date and time of an ISO 8601 moment. */
export const formatDateTime = (iso: string): string => both.format(new Date(iso));

/** Date and time to the second, where two moments within a minute must differ. */
export const formatExactDateTime = (iso: string): string => toTheSecond.format(new Date(iso));

const ago = new Intl.RelativeTimeFormat('en');
const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** How long ago something was, in milliseconds before now: "12 minutes ago". */
export function formatTimeAgo(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  const unit = units.find(([, each]) => seconds >= each);
  return unit ? ago.format(-Math.floor(seconds / unit[1]), unit[0]) : 'less than a minute ago';
}

/** Its date alone. */
export const formatDate = (iso: string): string => dates.format(new Date(iso));
