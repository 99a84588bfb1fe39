/** Sizes in bytes. */

const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** Formats a number of bytes: `912 bytes`, `1.9 MB`. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  return `${step === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[step] ?? ''}`;
}
