/** The organization's members: those who can be chosen for a team, and why others can't. */
import { useState, type ReactNode } from 'react';
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { FindField } from '#src/ui/form/FindField.tsx';
import { BreakableText } from '#src/ui/BreakableText.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { Muted, PlainList, Stack } from '#src/ui/layout.ts';
import { LongList } from '#src/ui/LongList.tsx';
import { Email, DragHandle, PersonRow, rowHeight, Panel } from './styles.ts';
import { searchPeople, ineligibleReason, type Candidate } from './people.ts';
import { membersPane, type DragState, type DragHandlers } from './useDragPeople.ts';

/* The whole line is the label of the checkbox. */
const Choice = styled.label`
  display: flex;
  flex: 1 1 auto;
  gap: ${token.space.s};
  align-items: center;
  min-inline-size: 0;
  min-block-size: 36px;
  cursor: pointer;
  user-select: none;
  input {
    flex: none;
    inline-size: 20px;
    block-size: 20px;
  }
`;
const Unable = styled(PlainList)`
  display: flex;
  flex-direction: column;
  gap: ${token.space.s};
  font-size: ${token.size.s};
  overflow-wrap: anywhere;
`;

export type PeoplePanelProps = {
  able: readonly Candidate[];
  unable: readonly Candidate[];
  /** Ids of the chosen people. */
  chosen: ReadonlySet<string>;
  onChoose: (person: Candidate, chosen: boolean) => void;
  dragged: DragState | null;
  dragHandlers: DragHandlers;
  /** Whether the viewer may change anything. */
  editable: boolean;
  /** A button to invite a user. */
  addUser: ReactNode;
};

export function PeoplePanel(props: PeoplePanelProps) {
  const { able, unable, chosen, onChoose, dragged, dragHandlers, editable, addUser } = props;
  const [query, setQuery] = useState('');
  const shown = searchPeople(able, query);
  const alone = able.length <= 1;
  const line = (person: Candidate, focusProps: object) => (
    <PersonRow
      $dragged={dragged?.from === null && dragged.person.id === person.id}
      {...(editable && dragHandlers({ person, from: null }))}
    >
      {editable && (
        <DragHandle data-handle>
          <Icon name="menu" size={16} />
        </DragHandle>
      )}
      {editable ? (
        <Choice>
          <input
            {...focusProps}
            type="checkbox"
            checked={chosen.has(person.id)}
            onChange={(event) => onChoose(person, event.target.checked)}
          />
          <Email title={person.email}>
            <BreakableText text={person.email} />
          </Email>
        </Choice>
      ) : (
        <Email title={person.email} {...focusProps}>
          <BreakableText text={person.email} />
        </Email>
      )}
    </PersonRow>
  );
  return (
    <Panel
      aria-labelledby="people-of-the-organization"
      data-place={membersPane}
      $dropTarget={dragged?.over === membersPane && dragged.from !== null}
    >
      <h2 id="people-of-the-organization">Organization members</h2>
      {alone && (
        <EmptyState icon="team" title="No members found" actions={addUser}>
          Keys can be shared only with members who have an identity. So far there is no one else to share them
          with.
        </EmptyState>
      )}
      {alone && shown.length > 0 && <Muted>The only member who can receive keys so far:</Muted>}
      {!alone && editable && (
        <Muted>Choose people, then add them to a team or remove them from one, or drag them there.</Muted>
      )}
      <FindField
        label="Find a member"
        value={query}
        onChange={setQuery}
        found={shown.length}
        total={able.length}
      />
      {shown.length > 0 && (
        <LongList
          label="Members who can receive keys"
          items={shown}
          itemKey={({ id }) => id}
          lineHeight={rowHeight}
        >
          {line}
        </LongList>
      )}
      {unable.length > 0 && (
        <Stack $gap="s">
          <h3>Can’t receive keys yet</h3>
          <Unable aria-label="Members who can’t receive keys yet">
            {unable.map((person) => (
              <li key={person.id}>
                <strong>
                  <BreakableText text={person.email} />
                </strong>{' '}
                <Muted>{ineligibleReason(person)}.</Muted>
              </li>
            ))}
          </Unable>
        </Stack>
      )}
      {!alone && addUser}
    </Panel>
  );
}
