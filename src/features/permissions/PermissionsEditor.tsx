/** Shows and edits a schema's teams: members on the left, teams on the right. Changes are sent once confirmed. */
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import styled from 'styled-components';
import { formatQuantity } from '#src/shared/format/counts.ts';
import { differences, type TeamEditInput } from '#src/machines/teamEdit/types.ts';
import { isMember, type TeamMember, type Teams } from '#src/machines/teamEdit/teams.ts';
import { zIndex } from '#src/ui/theme/zIndex.ts';
import { token } from '#src/ui/theme/tokens.ts';
import { Button } from '#src/ui/Button.tsx';
import { Row, Stack } from '#src/ui/layout.ts';
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx';
import { useOfflineReason } from '#src/features/connection/index.ts';
import { DragPreview, Columns } from './styles.ts';
import { UnsavedChangesGuard } from './UnsavedChangesGuard.tsx';
import { ConcurrentChangesNotice } from './ConcurrentChangesNotice.tsx';
import { NewTeam } from './NewTeam.tsx';
import { PeoplePanel } from './PeoplePanel.tsx';
import type { Candidate } from './people.ts';
import { RenewKeys } from './RenewKeys.tsx';
import { TeamPanel } from './TeamPanel.tsx';
import { membersPane, useDragPeople, type DragItem } from './useDragPeople.ts';
import { useTeamEdit, useQueuedMemberships } from './useTeamEdit.ts';
import { WhoCanRead } from './WhoCanRead.tsx';

const ReviewDialog = lazy(async () => ({ default: (await import('./ReviewDialog.tsx')).ReviewDialog }));

/* Stays visible while the lists scroll. */
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
  task: TeamEditInput;
  /** The schema's name and its fields. */
  name: string;
  fields: readonly string[];
  teams: Teams;
  able: readonly Candidate[];
  unable: readonly Candidate[];
  /** Number of records; undefined if the viewer may not know. */
  records: number | undefined;
  editable: boolean;
  /** Whether the viewer may share the schema's keys. */
  sharing: boolean;
  behindProxy: boolean;
  addUser: ReactNode;
};

export function PermissionsEditor(props: PermissionsEditorProps) {
  const { task, name, fields, teams, able, unable, records, editable, sharing, behindProxy, addUser } = props;
  const { actor, state } = useTeamEdit(task, teams);
  const { saved, edited, othersChanges } = state.context;
  const queued = useQueuedMemberships();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [announcement, announce] = useState('');
  const fieldsObstacle = useOfflineReason(
    'Changes of fields can’t be queued: the service has to confirm them at once.',
  );
  const pending = useMemo(() => differences({ saved, edited }), [saved, edited]);
  const chosenPeople = able.filter(({ id }) => chosen.has(id));

  const move = (type: 'member.added' | 'member.removed', team: string, group: readonly TeamMember[]) => {
    const isOnTeam = (person: TeamMember) => isMember(actor.getSnapshot().context.edited, team, person);
    const moved = group.filter((person) => isOnTeam(person) !== (type === 'member.added'));
    for (const person of group) actor.send({ type, team, person });
    const title = edited.find(({ id }) => id === team)?.name ?? '';
    const names = moved.map(({ email }) => email).join(', ');
    const action = type === 'member.added' ? 'added to' : 'removed from';
    announce(moved.length > 0 ? `${names} ${action} ${title}, not saved yet` : '');
    setChosen(new Set());
  };
  const drop = ({ person, from }: DragItem, target: string) => {
    if (target !== membersPane) move('member.added', target, [person]);
    else if (from !== null) move('member.removed', from, [person]);
  };
  const { dragged, dragHandlers } = useDragPeople(drop);
  const choose = ({ id }: Candidate, on: boolean) =>
    setChosen(new Set(on ? [...chosen, id] : [...chosen].filter((other) => other !== id)));

  return (
    <>
      <Stack>
        {!state.hasTag('dialog') && <ConcurrentChangesNotice differences={othersChanges} />}
        <Columns>
          <PeoplePanel
            able={able}
            unable={unable}
            chosen={chosen}
            onChoose={choose}
            dragged={dragged}
            dragHandlers={dragHandlers}
            editable={editable}
            addUser={addUser}
          />
          <Stack>
            {edited.map((team, at) => (
              <TeamPanel
                key={team.id}
                schema={task.schema}
                saved={saved[at] ?? team}
                edited={team}
                queued={queued}
                fields={fields}
                open={at === 0}
                chosen={chosenPeople}
                onAdd={(group) => move('member.added', team.id, group)}
                onRemove={(group) => move('member.removed', team.id, group)}
                onUpload={(upload) => actor.send({ type: 'upload.chosen', team: team.id, upload })}
                onFields={(names) => actor.send({ type: 'fields.chosen', team: team.id, fields: names })}
                dragged={dragged}
                dragHandlers={dragHandlers}
                editable={editable}
                fieldsObstacle={fieldsObstacle}
              />
            ))}
            {editable && <NewTeam schema={task.schema} organization={task.organization} />}
          </Stack>
        </Columns>
        {editable && (
          <Bar data-unsaved={pending.length > 0 || undefined}>
            <p role="status">
              {pending.length > 0
                ? `${formatQuantity(pending.length, 'change')} not saved yet.`
                : 'Nothing to save.'}
            </p>
            <Row>
              <Button
                unavailable={pending.length > 0 ? undefined : 'There is nothing to undo.'}
                onClick={() => actor.send({ type: 'edits.cancelled' })}
              >
                Cancel
              </Button>
              <Button
                kind="primary"
                pending={state.matches({ editing: 'refreshing' })}
                unavailable={pending.length > 0 ? undefined : 'Nothing has been changed yet.'}
                onClick={() => actor.send({ type: 'save.pressed' })}
              >
                Save
              </Button>
            </Row>
          </Bar>
        )}
        <UnsavedChangesGuard pending={pending.length} />
        <VisuallyHidden role="status">{announcement}</VisuallyHidden>
        {dragged && (
          <DragPreview style={{ translate: `${dragged.x + 12}px ${dragged.y + 12}px` }}>
            {dragged.person.email}
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
