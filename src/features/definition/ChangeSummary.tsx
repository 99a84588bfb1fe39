/** What saving the changed fields does, and the changes that belong to no field that is shown. */
import { Banner } from '#src/ui/Banner.tsx';
import type { EditComparison } from './comparison.ts';
import { summaries } from './messages.ts';

type ChangeSummaryProps = { comparison: EditComparison; hasRecords: boolean };

export function ChangeSummary({ comparison: { kind, changes, problem }, hasRecords }: ChangeSummaryProps) {
  if (problem !== undefined) return <Banner tone="warning">{problem}</Banner>;
  if (kind === 'same') return null;
  const isRefused = hasRecords && kind === 'refused';
  const shown = hasRecords || kind === 'free' ? kind : 'compatible';
  /** A field that is gone has no place in the form. */
  const fields = changes.filter(({ keyword, reason }) => keyword === undefined && reason !== undefined);
  return (
    <Banner tone={isRefused ? 'error' : 'info'}>
      {summaries[shown]}
      {isRefused &&
        fields.map(({ field, reason }) => (
          <p key={field}>
            <code>{field}</code>: {reason}
          </p>
        ))}
    </Banner>
  );
}
