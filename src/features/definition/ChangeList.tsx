/** What each change of a field requires. */
import styled from 'styled-components';
import type { KeywordChange } from '@cloakroom/contract/definitionChange.ts';
import { Badge } from '#src/ui/Badge.tsx';
import { PlainList } from '#src/ui/layout.ts';
import { token } from '#src/ui/theme/tokens.ts';
import { changeBadges, changeText } from './messages.ts';

const Change = styled.li`
  display: flex;
  flex-wrap: wrap;
  gap: ${token.space.xs} ${token.space.s};
  align-items: center;
  font-size: ${token.size.s};
`;

type ChangeListProps = { field: string; changes: readonly KeywordChange[]; hasRecords: boolean };

export function ChangeList({ field, changes, hasRecords }: ChangeListProps) {
  if (changes.length === 0) return null;
  return (
    <PlainList aria-label={`Changes of ${field}`}>
      {changes.map((change) => {
        const { tone, label } = changeBadges[hasRecords ? change.kind : 'free'];
        return (
          <Change key={change.keyword ?? ''}>
            <Badge tone={tone}>{label}</Badge>
            <span>{changeText(change, hasRecords)}</span>
          </Change>
        );
      })}
    </PlainList>
  );
}
