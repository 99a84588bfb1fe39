/** A button with the number of unsent changes; hidden without any. */
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { formatQuantity } from '#src/shared/format/counts.ts';
import { useActors } from '#src/features/root/index.ts';
import { Button } from '#src/ui/Button.tsx';
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx';
// Not lazy: it is needed while the network is down.
import { OutboxDialog } from './OutboxDialog.tsx';

export function OutboxButton() {
  const { outbox } = useActors();
  const changes = useSelector(outbox, ({ context }) => context.changes);
  const [open, setOpen] = useState(false);
  if (changes.length === 0 && !open) return <VisuallyHidden role="status" />;
  const failed = changes.filter(({ state }) => state === 'failed').length;
  const label = failed
    ? `${formatQuantity(failed, 'change was', 'changes were')} not saved`
    : `${formatQuantity(changes.length, 'change waits', 'changes wait')} to be sent`;
  return (
    <>
      <Button
        size="s"
        kind={failed ? 'danger' : 'secondary'}
        icon={failed ? 'alert' : 'clock'}
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {changes.length}
      </Button>
      <VisuallyHidden role="status">{label}</VisuallyHidden>
      {open && <OutboxDialog changes={changes} onClose={() => setOpen(false)} />}
    </>
  );
}
