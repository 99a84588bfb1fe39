/** Asks for confirmation before this tab switches to another organization, since unsaved work would be lost. */
import { useActors } from '#src/features/root/index.ts';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';

type Props = { from: string; to: string };

export const SwitchOrganizationDialog = ({ from, to }: Props) => {
  const { session } = useActors();
  return (
    <ConfirmDialog
      title={`Switch to ${to}?`}
      confirm={`Switch to ${to}`}
      cancel={`Stay in ${from}`}
      danger
      onConfirm={() => session.send({ type: 'switch.confirmed' })}
      onClose={() => session.send({ type: 'switch.declined' })}
    >
      <p>You have unsaved work in {from}. It will be lost if you switch.</p>
    </ConfirmDialog>
  );
};
