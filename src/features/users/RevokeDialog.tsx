/** Revokes an open invitation. */
import type { PersonLine } from '#src/shared/people.ts';
import { useActors } from '#src/features/root/index.ts';
import { useRevokeInvitation } from '#src/features/invitations/index.ts';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';

type Props = { organization: string; person: PersonLine; onClose: () => void };

export function RevokeDialog({ organization, person, onClose }: Props) {
  const { raiseAlert } = useActors();
  const { mutateAsync } = useRevokeInvitation(organization);
  const revoke = async () => {
    if (person.invitation) await mutateAsync(person.invitation.id);
    raiseAlert({
      type: 'success',
      source: 'User',
      content: `The invitation of ${person.email} has been revoked`,
      duration: 5,
    });
  };
  return (
    <ConfirmDialog title="Revoke invitation?" confirm="Revoke" danger onConfirm={revoke} onClose={onClose}>
      <p>
        {person.email} leaves the list of users, and the link stops working. You can invite them again at any
        time.
      </p>
    </ConfirmDialog>
  );
}
