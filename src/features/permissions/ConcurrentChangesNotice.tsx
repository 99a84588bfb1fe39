/** Shows changes that another user made to the teams since the edit began. */
import { differenceKey, type Difference } from '#src/machines/teamEdit/teams.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { PlainList } from '#src/ui/layout.ts';
import { differenceText } from './messages.ts';

export function ConcurrentChangesNotice({ differences }: { differences: readonly Difference[] }) {
  if (differences.length === 0) return null;
  return (
    <Banner tone="warning" title="Another user has changed these teams in the meantime">
      <PlainList>
        {differences.map((difference) => (
          <li key={differenceKey(difference)}>{differenceText(difference)}.</li>
        ))}
      </PlainList>
      <p>Your changes are kept on top of these. Review them before you save.</p>
    </Banner>
  );
}
