/** What saving the changed fields does, and the changes that belong to no field that is shown. */
import { kindWithoutRecords } from '@cloakroom/contract/definitionChange.ts';
import { Banner } from '#src/ui/Banner.tsx';
import type { EditComparison } from './comparison.ts';
import { newIndexText, newKeysText, summaries } from './messages.ts';

type ChangeSummaryProps = {
  comparison: EditComparison;
  hasRecords: boolean;
  /** The generation of the schema's keys. */
  generation: number;
  /** Members of the schema's teams besides the viewer; undefined until they are known. */
  people: number | undefined;
};

export function ChangeSummary({
  comparison: { kind, changes, problem },
  hasRecords,
  generation,
  people,
}: ChangeSummaryProps) {
  if (problem !== undefined) return <Banner tone="warning">{problem}</Banner>;
  if (kind === 'same') return null;
  const isRefused = hasRecords && kind === 'refused';
  const shown = hasRecords ? kind : kindWithoutRecords(kind, generation);
  /** Removed fields are not in the form, so they are listed here. */
  const fields = changes.filter(({ keyword, reason }) => keyword === undefined && reason !== undefined);
  return (
    <Banner tone={isRefused ? 'error' : 'info'}>
      {summaries[shown]}
      {shown === 'rekey' && changes.some((change) => change.kind === 'reindex') && ` ${newIndexText}`}
      {shown === 'rekey' && <p>{newKeysText(people)}</p>}
      {isRefused &&
        fields.map(({ field, reason }) => (
          <p key={field}>
            <code>{field}</code>: {reason}
          </p>
        ))}
    </Banner>
  );
}
