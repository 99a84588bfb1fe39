/** What somebody else changed about the teams since the edit began. */
import type { Difference } from '#src/machines/teamEdit/teams.ts';
import { nameOf } from '#src/machines/teamEdit/teams.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { PlainList } from '#src/ui/layout.ts';
import { differenceText } from './messages.ts';

export function ConcurrentChangesNotice({ differences }: { differences: readonly Difference[] }) {
  if (differences.length === 0) return null;
  return (
    <Banner tone="warning" title="Somebody else has changed these teams meanwhile">
      <PlainList>
        {differences.map((difference) => (
          <li key={nameOf(difference)}>{differenceText(difference)}.</li>
        ))}
      </PlainList>
      <p>What you changed stands on top of that. Look it over before you save.</p>
    </Banner>
  );
}
