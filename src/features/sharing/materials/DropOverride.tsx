/** Deletes a received key from this device. */
import { useActors } from '#src/features/root/index.ts';
import { useDropOverride } from '#src/features/sharing/queries.ts';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';

type DropOverrideProps = { name: string; onClose: () => void };

export function DropOverride({ name, onClose }: DropOverrideProps) {
  const { raiseAlert } = useActors();
  const { mutateAsync } = useDropOverride();
  const drop = async () => {
    await mutateAsync(name);
    raiseAlert({ type: 'success', source: 'Materials', content: 'Override dropped', duration: 5 });
  };
  return (
    <ConfirmDialog title="Drop override?" confirm="Drop" danger onConfirm={drop} onClose={onClose}>
      <p>
        This device forgets the key <code>{name}</code>. What only this key opens stays sealed here until
        somebody shares it with you again.
      </p>
    </ConfirmDialog>
  );
}
