/** The changes of a save, grouped by team, each with its state. */
import styled from 'styled-components';
import type { Change } from '#src/machines/teamEdit/types.ts';
import { differenceKey, type Difference } from '#src/machines/teamEdit/teams.ts';
import { Badge } from '#src/ui/Badge.tsx';
import { PlainList, Row, Stack } from '#src/ui/layout.ts';
import { token } from '#src/ui/theme/tokens.ts';
import { failureText, fieldChangeText, uploadChangeText } from './messages.ts';

const states = {
  pending: { label: 'Pending', tone: 'plain', icon: 'clock' },
  success: { label: 'Saved', tone: 'success', icon: 'check' },
  queued: { label: 'Waiting to be sent', tone: 'info', icon: 'clock' },
  error: { label: 'Failed', tone: 'error', icon: 'alert' },
} as const;

const Reason = styled.p`
  color: ${token.tone.error};
  overflow-wrap: anywhere;
`;
const Name = styled.span`
  min-inline-size: 0;
  overflow-wrap: anywhere;
`;

const isChange = (shown: Difference | Change): shown is Change => 'state' in shown;

function changeLabel(shown: Difference): string {
  if (shown.kind === 'fields') return fieldChangeText(shown);
  return shown.kind === 'upload' ? uploadChangeText(shown) : shown.person.email;
}

function Item({ shown }: { shown: Difference | Change }) {
  const change = isChange(shown) ? shown : undefined;
  const state = change && states[change.state];
  return (
    <li>
      <Row>
        <Name>{changeLabel(shown)}</Name>
        {state && (
          <Badge tone={state.tone} icon={state.icon}>
            {state.label}
          </Badge>
        )}
      </Row>
      {change?.state === 'error' && <Reason>{failureText(change)}</Reason>}
    </li>
  );
}

const kinds = [
  ['added', 'Added'],
  ['removed', 'Removed'],
  ['fields', 'Fields'],
  ['upload', 'Storing'],
] as const;

export function ChangeList({ changes }: { changes: readonly (Difference | Change)[] }) {
  const teams = new Map(changes.map(({ team }) => [team.id, team.name]));
  return [...teams].map(([id, name]) => (
    <Stack as="section" key={id} $gap="s" aria-label={name}>
      <h3>{name}</h3>
      {kinds.map(([kind, title]) => {
        const ofKind = changes.filter((change) => change.team.id === id && change.kind === kind);
        if (ofKind.length === 0) return null;
        return (
          <div key={kind}>
            <h4>{title}</h4>
            <PlainList aria-label={`${title}, ${name}`}>
              {ofKind.map((shown) => (
                <Item key={differenceKey(shown)} shown={shown} />
              ))}
            </PlainList>
          </div>
        );
      })}
    </Stack>
  ));
}
