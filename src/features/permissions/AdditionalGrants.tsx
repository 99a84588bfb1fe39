/** What additional grants of a team, created through the API, let its members do. They can be removed here. */
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
  const decrypts =
    fields === null ? ['decrypt every field'] : fields.length > 0 ? [`decrypt ${listText(fields)}`] : [];
  return listText([
    'search',
    ...decrypts,
    ...(upload ? ['store records'] : []),
    ...(share ? ['share keys'] : []),
  ]);
};

type Props = { schema: string; team: EditedTeam; additional: AdditionalRights; editable: boolean };

export function AdditionalGrants({ schema, team, additional, editable }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { raiseAlert } = useActors();
  const { removeGrants } = useTeamMutations(schema);
  const offlineReason = useOfflineReason('This can’t be queued: the service has to confirm it at once.');
  const { name } = team;
  const grants = formatQuantity(additional.grants.length, 'additional grant');
  const confirm = async () => {
    await removeGrants.mutateAsync(additional.grants);
    const content = `Removed ${grants} from ${name}.`;
    raiseAlert({ type: 'success', source: 'Team Permissions', content, duration: 5 });
  };
  return (
    <Row>
      <Muted>Additional grants, created through the API, also let members {rightsText(additional)}.</Muted>
      {editable && (
        <Button
          size="s"
          icon="trash"
          aria-label={`Remove additional grants from ${name}`}
          onClick={() => setOpen(true)}
        >
          Remove
        </Button>
      )}
      {isOpen && (
        <ConfirmDialog
          danger
          title={`Remove ${grants} from ${name}?`}
          confirm="Remove Grants"
          unavailable={offlineReason}
          onConfirm={confirm}
          onClose={() => setOpen(false)}
        >
          <p>
            Members may no longer {rightsText(additional)} through these grants. The team’s own permissions
            stay as they are.
          </p>
          <KeysStay />
        </ConfirmDialog>
      )}
    </Row>
  );
}
