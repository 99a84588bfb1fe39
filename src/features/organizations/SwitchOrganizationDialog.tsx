/** Asks before this tab changes to another organization, since unsaved work would be lost. */
import { useActors } from '#src/features/root/index.ts';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';

type Props = { from: string; to: string };

export const SwitchOrganizationDialog = ({ from, to }: Props) => {
  const { session } = useActors();
  return (
    <ConfirmDialog
      title={`Go on in ${to}?`}
      confirm={`Go to ${to}`}
      cancel={`Stay in ${from}`}
      danger
      onConfirm={() => session.send({ type: 'switch.confirmed' })}
      onClose={() => session.send({ type: 'switch.declined' })}
    >
      <p>
        You have chosen {to}. This tab has work in {from} that isn’t saved yet: going there loses it.
      </p>
    </ConfirmDialog>
  );
};
