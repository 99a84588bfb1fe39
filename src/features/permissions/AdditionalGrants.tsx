/** What a team's further grants give its members, which programs have made. They can be removed here, and changed by the API. */
import { useState } from 'react';
import { formatQuantity } from '#src/shared/format/counts.ts';
import type { EditedTeam, AdditionalRights } from '#src/machines/teamEdit/teams.ts';
import { useOfflineReason } from '#src/features/connection/index.ts';
import { useActors } from '#src/features/root/index.ts';
import { Button } from '#src/ui/Button.tsx';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';
import { Muted, Row } from '#src/ui/layout.ts';
import { KeysStay } from './KeysStay.tsx';
import { useTeamMutations } from './queries.ts';
import { listText } from './rights.ts';

const rightsText = ({ fields, canUpload: upload, canShareKeys: share }: AdditionalRights): string => {
  const opens =
    fields === null ? ['open every field'] : fields.length > 0 ? [`open ${listText(fields)}`] : [];
  return listText([
    'search',
    ...opens,
    ...(upload ? ['store records'] : []),
    ...(share ? ['hand on keys'] : []),
  ]);
};

type Props = { schema: string; team: EditedTeam; further: AdditionalRights; editable: boolean };

export function AdditionalGrants({ schema, team, further, editable }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { raiseAlert } = useActors();
  const { removeGrants } = useTeamMutations(schema);
  const offlineReason = useOfflineReason('This can’t be queued: the service has to confirm it at once.');
  const { name } = team;
  const grants = formatQuantity(further.grants.length, 'further grant');
  const confirm = async () => {
    await removeGrants.mutateAsync(further.grants);
    const content = `Removed ${grants} of ${name}.`;
    raiseAlert({ type: 'success', source: 'Team Permissions', content, duration: 5 });
  };
  return (
    <Row>
      <Muted>By further grants, which a program has made, its members may {rightsText(further)}.</Muted>
      {editable && (
        <Button
          size="s"
          icon="trash"
          aria-label={`Remove further grants of ${name}`}
          onClick={() => setOpen(true)}
        >
          Remove
        </Button>
      )}
      {isOpen && (
        <ConfirmDialog
          danger
          title={`Remove ${grants} of ${name}?`}
          confirm="Remove Grants"
          unavailable={offlineReason}
          onConfirm={confirm}
          onClose={() => setOpen(false)}
        >
          <p>
            Its members may no longer {rightsText(further)} by these grants. What the team’s own fields let
            them do stays.
          </p>
          <KeysStay />
        </ConfirmDialog>
      )}
    </Row>
  );
}
