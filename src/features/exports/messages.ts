/** Messages about the progress of an export. */
import { formatCount, formatQuantity } from '#src/shared/format/counts.ts';
import { formatDuration } from '#src/shared/format/durations.ts';
import type { ExportContext } from '#src/machines/export/types.ts';
import type { ExportState } from '#src/machines/exports/types.ts';

/** `1,200 of 60,000 records`. */
export const amountText = ({ written, total }: Pick<ExportContext, 'written' | 'total'>): string =>
  `${formatCount(written)} of ${formatQuantity(total, 'record')}`;

/** `8,400 records a second, about 20 seconds left`; empty until the rate is known. */
export function paceText({
  written,
  total,
  rate,
}: Pick<ExportContext, 'written' | 'total' | 'rate'>): string {
  if (rate === null || rate <= 0) return '';
  const left = formatDuration(Math.max(0, total - written) / rate);
  return `${formatQuantity(Math.round(rate), 'record')} a second, ${left} left`;
}

/** The state of an export, in the tray. */
export function exportStatusText(state: ExportState): string {
  const { context } = state;
  if (state.matches('completed')) return `Exported ${formatQuantity(context.written, 'record')}`;
  if (!context.failure)
    return [`Exporting ${amountText(context)}`, paceText(context)].filter(Boolean).join(', ');
  const amount = context.written > 0 ? `after ${amountText(context)}` : 'before the first record';
  return `Export interrupted ${amount}. ${context.failure.message}`;
}
