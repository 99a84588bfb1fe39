/** Numbers and sizes in English, the language of the console. */

const format = new Intl.NumberFormat('en');

/** "2,000". */
export const formatCount = (count: number): string => format.format(count);

/** "1 record", "2,000 records". */
export const formatQuantity = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** Formats a number of bytes: `912 bytes`, `1.9 MB`. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  return `${step === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[step] ?? ''}`;
}
