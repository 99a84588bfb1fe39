/** One team of a schema: who is on it, and what its members may do. */
import { useRef, type MouseEvent } from 'react';
import { counted } from '#src/shared/format/counts.ts';
import type { EditedTeam, Person } from '#src/machines/teamEdit/teams.ts';
import { AccordionItem } from '#src/ui/Accordion.tsx';
import { Badge } from '#src/ui/Badge.tsx';
import { Button } from '#src/ui/Button.tsx';
import { BreakableText } from '#src/ui/BreakableText.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { Muted, Row } from '#src/ui/layout.ts';
import { LongList } from '#src/ui/LongList.tsx';
import { FieldChoice } from './FieldChoice.tsx';
import { Email, DragHandle, PersonRow, rowHeight, Panel } from './styles.ts';
import { memberRows, type MemberRow } from './memberRows.ts';
import type { DragState, DragHandlers } from './useDragPeople.ts';
import type { Waiting } from './useTeamEdit.ts';

const rights = {
  owners:
    'May upload, search and decrypt records, hand on keys and change the teams, where their proxy holds the keys.',
  requesters: 'May search the sealed records, count and sum, and open the fields that are ticked below.',
};
const noSelection = 'Choose somebody from the organization’s members first.';

export type TeamPanelProps = {
  saved: EditedTeam;
  edited: EditedTeam;
  waiting: readonly Waiting[];
  /** The schema's fields. */
  fields: readonly string[];
  open: boolean;
  /** Those who are chosen among the organization's members. */
  chosen: readonly Person[];
  onAdd: (people: readonly Person[]) => void;
  onRemove: (people: readonly Person[]) => void;
  onFields: (fields: string[]) => void;
  carried: DragState | null;
  carry: DragHandlers;
  editable: boolean;
  /** Why the fields can't be changed now. */
  fieldsFixed: string | undefined;
};

export function TeamPanel(props: TeamPanelProps) {
  const { saved, edited, waiting, fields, open, chosen, onAdd, onRemove, onFields } = props;
  const { carried, carry, editable, fieldsFixed } = props;
  const panel = useRef<HTMLElement>(null);
  const lines = memberRows(saved, edited, waiting);
  const noChoice = chosen.length === 0 ? noSelection : undefined;

  const turn = ({ person, mark }: MemberRow, event: MouseEvent) => {
    (mark === 'removed' ? onAdd : onRemove)([person]);
    // The line goes with its button.
    if (mark === 'added' && event.detail === 0) panel.current?.querySelector('button')?.focus();
  };
  const line = (shown: MemberRow, stop: object) => {
    const { person, mark, waiting: waits } = shown;
    const { email } = person;
    return (
      <PersonRow
        $mark={mark}
        $carried={carried?.from === edited.id && carried.person.id === person.id}
        {...(editable && mark !== 'removed' && carry({ person, from: edited.id }))}
      >
        {editable && (
          <DragHandle data-handle>
            <Icon name="menu" size={16} />
          </DragHandle>
        )}
        <Email title={email} $struck={mark === 'removed'}>
          <BreakableText text={email} />
        </Email>
        {mark && (
          <Badge tone={mark === 'added' ? 'success' : 'warning'}>{mark === 'added' ? 'New' : 'Leaves'}</Badge>
        )}
        {waits && (
          <Badge tone="info" icon="clock">
            {waits}
          </Badge>
        )}
        {editable && (
          <Button
            {...stop}
            size="s"
            kind="quiet"
            aria-label={`${mark ? 'Undo' : 'Remove'} ${email}, ${edited.name}`}
            onClick={(event) => turn(shown, event)}
          >
            {mark ? 'Undo' : 'Remove'}
          </Button>
        )}
      </PersonRow>
    );
  };
  return (
    <Panel
      ref={panel}
      data-place={edited.id}
      $aimed={carried?.over === edited.id && carried.from !== edited.id}
    >
      <AccordionItem
        title={edited.name}
        open={open}
        aside={<Badge>{counted(edited.members.length, 'member')}</Badge>}
      >
        <Muted>{rights[edited.role]}</Muted>
        {editable && (
          <Row>
            <Button
              size="s"
              icon="plus"
              aria-label={`Add chosen members to ${edited.name}`}
              unavailable={noChoice}
              onClick={() => onAdd(chosen)}
            >
              Add
            </Button>
            <Button
              size="s"
              icon="minus"
              aria-label={`Remove chosen members from ${edited.name}`}
              unavailable={noChoice}
              onClick={() => onRemove(chosen)}
            >
              Remove
            </Button>
          </Row>
        )}
        {lines.length === 0 ? (
          <p>No members yet</p>
        ) : (
          <LongList
            label={`Members of ${edited.name}`}
            items={lines}
            itemKey={({ person }) => person.id}
            lineHeight={rowHeight}
          >
            {line}
          </LongList>
        )}
        {edited.fields && (
          <FieldChoice
            team={edited.name}
            all={fields}
            saved={saved.fields ?? []}
            chosen={edited.fields}
            onChoose={onFields}
            fixed={editable ? fieldsFixed : 'Only those who may change the teams choose the fields.'}
          />
        )}
      </AccordionItem>
    </Panel>
  );
}
