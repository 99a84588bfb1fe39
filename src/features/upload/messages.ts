/** Texts for the progress of an upload. */
import { formatQuantity, formatCount, formatBytes } from '#src/shared/format/counts.ts';
import { formatDuration } from '#src/shared/format/durations.ts';
import type { UploadContext } from '#src/machines/upload/types.ts';
import { isMeasuredInBytes, secondsLeft, type UploadPhase } from '#src/machines/upload/progress.ts';

export const phaseTexts: Record<UploadPhase, string> = {
  checking: 'Reading and checking',
  sending: 'Sending and sealing',
  sealing: 'Sending and sealing',
  storing: 'Storing',
};

/** `1,200 of 60,000 records`; bytes while the file is checked or sealed. */
export function amountText({
  phase,
  processed,
  total,
}: Pick<UploadContext, 'phase' | 'processed' | 'total'>): string {
  if (total === 0) return 'Waiting for the first records';
  if (phase === 'sealing') return `${formatBytes(processed)} of ${formatBytes(total)} sealed`;
  if (phase === 'checking') return `${formatBytes(processed)} of ${formatBytes(total)} read`;
  return `${formatCount(processed)} of ${formatQuantity(total, 'record')}`;
}

/** `1.2 MB of 4.1 MB sent`; empty unless the file is being sent. */
export const sentText = ({ phase, sent, size }: Pick<UploadContext, 'phase' | 'sent' | 'size'>): string =>
  phase === 'sending' && size > 0 ? `${formatBytes(sent)} of ${formatBytes(size)} sent` : '';

/** `8,400 records a second, about 20 seconds left in this step`; empty until the rate is known. */
export function paceText(upload: UploadContext): string {
  const { rate, stalled } = upload;
  if (rate === null || rate <= 0 || stalled) return '';
  const speed = isMeasuredInBytes(upload)
    ? `${formatBytes(rate)} a second`
    : `${formatQuantity(Math.round(rate), 'record')} a second`;
  const left = secondsLeft(upload);
  return left === null ? speed : `${speed}, ${formatDuration(left)} left in this step`;
}

/** Possible reasons of a stall. */
export const stalledTexts: Record<UploadPhase, string> = {
  checking: 'This browser has read nothing of the file for 30 seconds. Is it still there and readable?',
  sending: 'Your proxy has taken nothing for 30 seconds. It may be busy sealing, or it may have stopped.',
  sealing: 'Your proxy has sealed nothing for 30 seconds. It may be busy, or it may have stopped.',
  storing:
    'Your proxy has stored nothing for 30 seconds. It waits for the service and goes on by itself when that answers again.',
};

/** `3 rows were left out`; empty if none were. */
export const leftOutText = ({ leftOut }: Pick<UploadContext, 'leftOut'>): string =>
  leftOut > 0 ? `${formatQuantity(leftOut, 'row was', 'rows were')} left out` : '';

/** For screen readers: the phase and the progress in steps of 10 %. */
export const announcementText = ({ phase, progress, stalled }: UploadContext): string =>
  stalled ? '' : `${phaseTexts[phase]}, ${Math.floor(progress / 10) * 10} %`;
