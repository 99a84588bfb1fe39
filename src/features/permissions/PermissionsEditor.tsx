/** Who is on a schema's teams, and the edit of it: members on the left, teams on the right, nothing sent before it is confirmed. */
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import styled from 'styled-components';
import { counted } from '#src/shared/format/counts.ts';
import { differences, type Task } from '#src/machines/teamEdit/types.ts';
import { isMember, type Person, type Teams } from '#src/machines/teamEdit/teams.ts';
import { zIndex } from '#src/ui/theme/zIndex.ts';
import { token } from '#src/ui/theme/tokens.ts';
import { Button } from '#src/ui/Button.tsx';
import { Row, Stack } from '#src/ui/layout.ts';
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx';
import { useObstacle } from '#src/features/connection/index.ts';
import { DragPreview, Columns } from './styles.ts';
import { UnsavedChangesGuard } from './UnsavedChangesGuard.tsx';
import { ConcurrentChangesNotice } from './ConcurrentChangesNotice.tsx';
import { PeoplePanel } from './PeoplePanel.tsx';
import type { Candidate } from './people.ts';
import { RenewKeys } from './RenewKeys.tsx';
import { TeamPanel } from './TeamPanel.tsx';
import { membersPane, useDragPeople, type DragItem } from './useDragPeople.ts';
import { useTeamEdit, useWaiting } from './useTeamEdit.ts';
import { WhoCanRead } from './WhoCanRead.tsx';

const ReviewDialog = lazy(async () => ({ default: (await import('./ReviewDialog.tsx')).ReviewDialog }));

/* In reach while the lists scroll. */
const Bar = styled.div`
  position: sticky;
  inset-block-end: 0;
  z-index: ${zIndex.sticky};
  display: flex;
  flex-wrap: wrap;
  gap: ${token.space.s};
  align-items: center;
  justify-content: end;
  padding-block: ${token.space.sm};
  background: ${token.color.canvas};
  border-block-start: 1px solid ${token.color.border};
  p {
    flex: 1 1 12rem;
  }
`;

export type PermissionsEditorProps = {
  task: Task;
  /** The schema's name and its fields. */
  name: string;
  fields: readonly string[];
  teams: Teams;
  able: readonly Candidate[];
  unable: readonly Candidate[];
  /** How many records the schema has; undefined when the viewer isn't told. */
  records: number | undefined;
  editable: boolean;
  /** Whether the one who looks may hand the schema's keys on. */
  sharing: boolean;
  behindProxy: boolean;
  addUser: ReactNode;
};

export function PermissionsEditor(props: PermissionsEditorProps) {
  const { task, name, fields, teams, able, unable, records, editable, sharing, behindProxy, addUser } = props;
  const { actor, state } = useTeamEdit(task, teams);
  const { saved, edited, meanwhile } = state.context;
  const waiting = useWaiting();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [said, say] = useState('');
  const fieldsFixed = useObstacle('Which fields may be opened can’t wait: it is decided there.');
  const pending = useMemo(() => differences({ saved, edited }), [saved, edited]);
  const people = able.filter(({ id }) => chosen.has(id));

  const move = (type: 'member.added' | 'member.removed', team: string, those: readonly Person[]) => {
    const was = (person: Person) => isMember(actor.getSnapshot().context.edited, team, person);
    const moved = those.filter((person) => was(person) !== (type === 'member.added'));
    for (const person of those) actor.send({ type, team, person });
    const title = edited.find(({ id }) => id === team)?.name ?? '';
    const names = moved.map(({ email }) => email).join(', ');
    const deed = type === 'member.added' ? 'added to' : 'removed from';
    say(moved.length > 0 ? `${names} ${deed} ${title}, not saved yet` : '');
    setChosen(new Set());
  };
  const put = ({ person, from }: DragItem, place: string) => {
    if (place !== membersPane) move('member.added', place, [person]);
    else if (from !== null) move('member.removed', from, [person]);
  };
  const { carried, carry } = useDragPeople(put);
  const choose = ({ id }: Candidate, on: boolean) =>
    setChosen(new Set(on ? [...chosen, id] : [...chosen].filter((other) => other !== id)));

  return (
    <>
      <Stack>
        {!state.hasTag('dialog') && <ConcurrentChangesNotice differences={meanwhile} />}
        <Columns>
          <PeoplePanel
            able={able}
            unable={unable}
            chosen={chosen}
            onChoose={choose}
            carried={carried}
            carry={carry}
            editable={editable}
            addUser={addUser}
          />
          <Stack>
            {edited.map((team, at) => (
              <TeamPanel
                key={team.id}
                saved={saved[at] ?? team}
                edited={team}
                waiting={waiting}
                fields={fields}
                open={at === 0}
                chosen={people}
                onAdd={(those) => move('member.added', team.id, those)}
                onRemove={(those) => move('member.removed', team.id, those)}
                onFields={(those) => actor.send({ type: 'fields.chosen', team: team.id, fields: those })}
                carried={carried}
                carry={carry}
                editable={editable}
                fieldsFixed={fieldsFixed}
              />
            ))}
          </Stack>
        </Columns>
        {editable && (
          <Bar data-unsaved={pending.length > 0 || undefined}>
            <p role="status">
              {pending.length > 0
                ? `${counted(pending.length, 'change')} not saved yet.`
                : 'Nothing to save.'}
            </p>
            <Row>
              <Button
                unavailable={pending.length > 0 ? undefined : 'There is nothing to take back.'}
                onClick={() => actor.send({ type: 'edits.cancelled' })}
              >
                Cancel
              </Button>
              <Button
                kind="primary"
                pending={state.matches('refreshing')}
                unavailable={pending.length > 0 ? undefined : 'Nothing has been changed yet.'}
                onClick={() => actor.send({ type: 'save.pressed' })}
              >
                Save
              </Button>
            </Row>
          </Bar>
        )}
        <UnsavedChangesGuard pending={pending.length} />
        <VisuallyHidden role="status">{said}</VisuallyHidden>
        {carried && (
          <DragPreview style={{ translate: `${carried.x + 12}px ${carried.y + 12}px` }}>
            {carried.person.email}
          </DragPreview>
        )}
        {state.hasTag('dialog') && (
          <Suspense fallback={null}>
            <ReviewDialog
              actor={actor}
              state={state}
              name={name}
              fields={fields}
              records={records}
              behindProxy={behindProxy}
            />
          </Suspense>
        )}
      </Stack>
      <WhoCanRead teams={teams} fields={fields}>
        {sharing && behindProxy && (
          <RenewKeys schema={task.schema} name={name} unsaved={pending.length > 0} />
        )}
      </WhoCanRead>
    </>
  );
}
