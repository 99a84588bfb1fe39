/** Renames and deletes a team that was created later. */
import { useState } from 'react';
import type { z } from 'zod';
import { formatQuantity } from '#src/shared/format/counts.ts';
import { useIdempotencyKey } from '#src/shared/queries/idempotency.ts';
import type { EditedTeam } from '#src/machines/teamEdit/teams.ts';
import { useOfflineReason } from '#src/features/connection/index.ts';
import { useActors } from '#src/features/root/index.ts';
import { useFormDraft } from '#src/shared/storage/formDrafts.ts';
import { Button } from '#src/ui/Button.tsx';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';
import { FormDialog } from '#src/ui/form/FormDialog.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';
import { Row } from '#src/ui/layout.ts';
import { KeysStay } from './KeysStay.tsx';
import { TeamName } from './NewTeam.tsx';
import { useTeamMutations } from './queries.ts';

type Props = { schema: string; team: EditedTeam };

export function TeamActions({ schema, team }: Props) {
  const [open, setOpen] = useState<'rename' | 'delete'>();
  const close = () => setOpen(undefined);
  return (
    <Row>
      <Button size="s" icon="edit" aria-label={`Rename ${team.name}`} onClick={() => setOpen('rename')}>
        Rename
      </Button>
      <Button size="s" icon="trash" aria-label={`Delete ${team.name}`} onClick={() => setOpen('delete')}>
        Delete
      </Button>
      {open === 'rename' && <RenameTeamDialog schema={schema} team={team} onClose={close} />}
      {open === 'delete' && <DeleteTeamDialog schema={schema} team={team} onClose={close} />}
    </Row>
  );
}

const draftFields = ['name'];

function RenameTeamDialog({ schema, team, onClose }: Props & { onClose: () => void }) {
  const draft = useFormDraft(`name of team ${team.id}`, draftFields);
  const { rename } = useTeamMutations(schema);
  const idempotencyKey = useIdempotencyKey();
  const offlineReason = useOfflineReason(
    'A new name can’t be queued: the service has to confirm it at once.',
  );
  const save = async ({ name }: z.output<typeof TeamName>) => {
    await rename.mutateAsync({ id: team.id, body: { name }, idempotencyKey });
    onClose();
  };
  return (
    <FormDialog
      title={`Rename ${team.name}`}
      onClose={onClose}
      label="Name of the team"
      draft={draft}
      schema={TeamName}
      values={{ name: team.name }}
      submit="Rename Team"
      unavailable={offlineReason}
      onSubmit={save}
    >
      <TextField label="Name" name="name" autoComplete="off" />
    </FormDialog>
  );
}

function DeleteTeamDialog({ schema, team, onClose }: Props & { onClose: () => void }) {
  const { raiseAlert } = useActors();
  const { remove } = useTeamMutations(schema);
  const offlineReason = useOfflineReason('This can’t be queued: the service has to confirm it at once.');
  const { name, members } = team;
  const confirm = async () => {
    await remove.mutateAsync(team.id);
    raiseAlert({ type: 'success', source: 'Team Permissions', content: `Deleted ${name}.`, duration: 5 });
  };
  return (
    <ConfirmDialog
      danger
      title={`Delete ${name}?`}
      confirm="Delete Team"
      unavailable={offlineReason}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        {members.length === 0
          ? 'The team has no members: no access is lost.'
          : `${formatQuantity(members.length, 'member loses', 'members lose')} at once what only this team lets them do, and their open requests for keys are withdrawn.`}
      </p>
      {members.length > 0 && <KeysStay />}
    </ConfirmDialog>
  );
}
