/** An upload's progress in words. */
import { sizeWords } from '#src/lib/sizeWords.ts';
import type { Phase, Upload } from '#src/machines/upload/carry.ts';

export const phaseWords: Record<Phase, string> = {
  checking: 'Checking',
  sending: 'Sending',
  storing: 'Storing',
};

const figure = new Intl.NumberFormat('en');

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
