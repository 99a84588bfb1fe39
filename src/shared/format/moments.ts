/** Dates and times in the locale and time zone of the user. */

const dateTimes = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const exactDateTimes = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const dates = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** Date and time of an ISO 8601 string. */
export const formatDateTime = (iso: string): string => dateTimes.format(new Date(iso));

/** Date and time with seconds. */
export const formatExactDateTime = (iso: string): string => exactDateTimes.format(new Date(iso));

const relative = new Intl.RelativeTimeFormat('en');
const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** Formats an age: "12 minutes ago". @param ms - milliseconds before now. */
export function formatTimeAgo(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  const unit = units.find(([, each]) => seconds >= each);
  return unit ? relative.format(-Math.floor(seconds / unit[1]), unit[0]) : 'less than a minute ago';
}

/** The date of an ISO 8601 string. */
export const formatDate = (iso: string): string => dates.format(new Date(iso));
