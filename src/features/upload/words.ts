/** An upload's progress in words. */
import type { Phase, Upload } from '#src/machines/upload/carry.ts';

export const phaseWords: Record<Phase, string> = {
  checking: 'Checking',
  sending: 'Sending',
  storing: 'Storing',
};

const figure = new Intl.NumberFormat('en');
const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** A file's size: `912 bytes`, `1.9 MB`. */
export function sizeWords(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  return `${step === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[step] ?? ''}`;
}

export const figures = (count: number): string => figure.format(count);

/** `1,200 of 60,000 records`; while the file is checked, how much of it has been read. */
export function amountWords({
  phase,
  processed,
  total,
}: Pick<Upload, 'phase' | 'processed' | 'total'>): string {
  if (total === 0) return 'Waiting for the first records';
  if (phase === 'checking') return `${sizeWords(processed)} of ${sizeWords(total)} read`;
  return `${figures(processed)} of ${figures(total)} records`;
}

/** What to say aloud: a new sentence at most every tenth of the way. */
export const spokenWords = ({ phase, progress }: Pick<Upload, 'phase' | 'progress'>): string =>
  `${phaseWords[phase]}, ${Math.floor(progress / 10) * 10} %`;
