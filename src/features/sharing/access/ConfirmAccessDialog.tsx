/** Signs, as an owner, that a person or a team may have keys, which so far only the service says. */
import type { Unconfirmed } from '@cloakroom/contract/accessLog.ts';
import { useActors } from '#src/features/root/index.ts';
import { useConfirmAccess } from './queries.ts';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';
import { capabilitiesText, subjectText, confirmationOf } from './messages.ts';

type ConfirmAccessDialogProps = { schema: string; item: Unconfirmed; onClose: () => void };

export function ConfirmAccessDialog({ schema, item, onClose }: ConfirmAccessDialogProps) {
  const { raiseAlert } = useActors();
  const { mutateAsync } = useConfirmAccess(schema);
  const confirm = async () => {
    await mutateAsync(confirmationOf(item));
    raiseAlert({ type: 'success', source: 'Permissions', content: 'Access confirmed', duration: 5 });
  };
  return (
    <ConfirmDialog title="Confirm access?" confirm="Confirm" size="m" onConfirm={confirm} onClose={onClose}>
      <p>
        <strong>{subjectText(item)}</strong> will be able to {capabilitiesText(item)}, once the keys are
        shared.
      </p>
      <p>
        So far only the service says so. Confirm it if you or an admin made this change. If you don’t know of
        it, cancel, and ask your admins.
      </p>
    </ConfirmDialog>
  );
}
