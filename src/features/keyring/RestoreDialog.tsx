/** Adds the keys of other recovery words to a keyring that is open. */
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { Stack } from '#src/ui/layout.ts';
import { RestoreForm } from './RestoreForm.tsx';

export function RestoreDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Enter recovery words" size="m" onClose={onClose}>
      <Stack>
        <p>
          The keys of these words join the keyring on this machine. Everything that it holds stays, and what
          was sealed with either opens here.
        </p>
        <RestoreForm onRestored={onClose} actions={<Button onClick={onClose}>Cancel</Button>} />
      </Stack>
    </Dialog>
  );
}
