/** Signs, as an owner, what so far only the service says: that a person, or a team, may have keys. */
import type { Unconfirmed } from '@cloakroom/contract/accessLog.ts';
import { raiseAlert } from '#src/machines/alerts/effects.ts';
import { useConfirmAccess } from '#src/queries/access.ts';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';
import { deedsOf, whoOf, wishOf } from './words.ts';

type ConfirmAccessDialogProps = { schema: string; item: Unconfirmed; onClose: () => void };

export function ConfirmAccessDialog({ schema, item, onClose }: ConfirmAccessDialogProps) {
  const { mutateAsync } = useConfirmAccess(schema);
  const confirm = async () => {
    await mutateAsync(wishOf(item));
    raiseAlert({ type: 'success', source: 'Permissions', content: 'Access confirmed', duration: 5 });
  };
  return (
    <ConfirmDialog title="Confirm access?" confirm="Confirm" size="m" onConfirm={confirm} onClose={onClose}>
      <p>
        <strong>{whoOf(item)}</strong> will be able to {deedsOf(item)}, once the keys are shared.
      </p>
      <p>
        So far only the service says so. Confirm it if you or an admin made this change. If you don’t know of
        it, cancel, and ask your admins.
      </p>
    </ConfirmDialog>
  );
}
