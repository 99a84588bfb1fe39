/** One team of a schema: its members and their rights. */
import { useRef, useState, type MouseEvent } from 'react';
import { formatQuantity } from '#src/shared/format/counts.ts';
import type { EditedTeam, TeamMember } from '#src/machines/teamEdit/teams.ts';
import { AccordionItem } from '#src/ui/Accordion.tsx';
import { Badge } from '#src/ui/Badge.tsx';
import { Button } from '#src/ui/Button.tsx';
import { FindField } from '#src/ui/form/FindField.tsx';
import { Checkbox } from '#src/ui/form/Checkbox.tsx';
import { BreakableText } from '#src/ui/BreakableText.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { Muted, Row } from '#src/ui/layout.ts';
import { LongList } from '#src/ui/LongList.tsx';
import { FieldChoice } from './FieldChoice.tsx';
import { AdditionalGrants } from './AdditionalGrants.tsx';
import { Email, DragHandle, PersonRow, rowHeight, Panel } from './styles.ts';
import { TeamActions } from './TeamActions.tsx';
import { memberRows, type MemberRow } from './memberRows.ts';
import type { DragState, DragHandlers } from './useDragPeople.ts';
import type { QueuedMembership } from './useTeamEdit.ts';

const rights: Record<EditedTeam['role'], string> = {
  owners:
    'May upload, search and decrypt records, share keys and change the teams, if their proxy has the keys.',
  requesters: 'May search the sealed records, count and sum, and decrypt the fields that are ticked below.',
  contributors:
    'May upload records, search, count and sum, and decrypt the fields that are ticked below. Sealing requires every key, so their proxies receive all keys; the service sends them no other sealed value.',
  custom: 'May search the sealed records, count and sum, and decrypt the fields that are ticked below.',
};
const noSelection = 'Choose a person from the organization’s members first.';

export type TeamPanelProps = {
  schema: string;
  saved: EditedTeam;
  edited: EditedTeam;
  queued: readonly QueuedMembership[];
  /** The schema's fields. */
  fields: readonly string[];
  open: boolean;
  /** The chosen members of the organization. */
  chosen: readonly TeamMember[];
  onAdd: (people: readonly TeamMember[]) => void;
  onRemove: (people: readonly TeamMember[]) => void;
  onFields: (fields: string[]) => void;
  onUpload: (upload: boolean) => void;
  dragged: DragState | null;
  dragHandlers: DragHandlers;
  editable: boolean;
  /** Why the fields can't be changed now. */
  fieldsObstacle: string | undefined;
};

export function TeamPanel(props: TeamPanelProps) {
  const { schema, saved, edited, queued, fields, open, chosen, onAdd, onRemove, onFields, onUpload } = props;
  const { dragged, dragHandlers, editable, fieldsObstacle } = props;
  const panel = useRef<HTMLElement>(null);
  const rows = memberRows(saved, edited, queued);
  const [searchText, setSearchText] = useState('');
  const term = searchText.trim().toLowerCase();
  const foundRows = rows.filter(({ person }) => person.email.toLowerCase().includes(term));
  const noChoice = chosen.length === 0 ? noSelection : undefined;
  const grantObstacle = editable
    ? fieldsObstacle
    : 'Only people who may change the teams can choose the fields.';

  const toggle = ({ person, mark }: MemberRow, event: MouseEvent) => {
    (mark === 'removed' ? onAdd : onRemove)([person]);
    // The line is removed with the focused button.
    if (mark === 'added' && event.detail === 0) panel.current?.querySelector('button')?.focus();
  };
  const line = (row: MemberRow, focusProps: object) => {
    const { person, mark, queued: queuedText } = row;
    const { email } = person;
    return (
      <PersonRow
        $mark={mark}
        $dragged={dragged?.from === edited.id && dragged.person.id === person.id}
        {...(editable && mark !== 'removed' && dragHandlers({ person, from: edited.id }))}
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
        {queuedText && (
          <Badge tone="info" icon="clock">
            {queuedText}
          </Badge>
        )}
        {editable && (
          <Button
            {...focusProps}
            size="s"
            kind="quiet"
            aria-label={`${mark ? 'Undo' : 'Remove'} ${email}, ${edited.name}`}
            onClick={(event) => toggle(row, event)}
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
      $dropTarget={dragged?.over === edited.id && dragged.from !== edited.id}
    >
      <AccordionItem
        title={edited.name}
        open={open}
        aside={<Badge>{formatQuantity(edited.members.length, 'member')}</Badge>}
      >
        <Muted>{rights[edited.role]}</Muted>
        {edited.additional && (
          <AdditionalGrants schema={schema} team={saved} additional={edited.additional} editable={editable} />
        )}
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
        {rows.length === 0 ? (
          <p>No members yet</p>
        ) : (
          <>
            <FindField
              label={`Find a member of ${edited.name}`}
              value={searchText}
              onChange={setSearchText}
              found={foundRows.length}
              total={rows.length}
            />
            {foundRows.length > 0 && (
              <LongList
                label={`Members of ${edited.name}`}
                items={foundRows}
                itemKey={({ person }) => person.id}
                lineHeight={rowHeight}
              >
                {line}
              </LongList>
            )}
          </>
        )}
        {edited.role === 'custom' && (
          <>
            <Checkbox
              label="Members may store records"
              name={`store-${edited.id}`}
              hint="Sealing requires every key, so they receive all keys. The service sends them no sealed value that they may not decrypt."
              checked={edited.canUpload}
              disabled={grantObstacle !== undefined}
              onChange={(event) => onUpload(event.target.checked)}
              aside={saved.canUpload !== edited.canUpload && <Badge tone="warning">Changed</Badge>}
            />
            {editable && <TeamActions schema={schema} team={saved} />}
          </>
        )}
        {edited.fields && (
          <FieldChoice
            team={edited.name}
            all={fields}
            saved={saved.fields ?? []}
            chosen={edited.fields}
            onChoose={onFields}
            obstacle={grantObstacle}
          />
        )}
      </AccordionItem>
    </Panel>
  );
}
