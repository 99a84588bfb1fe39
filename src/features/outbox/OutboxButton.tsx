/** How many changes wait to be sent, in the frame of every page; shows nothing while none does. */
import { useSelector } from '@xstate/react';
import { lazy, Suspense, useState } from 'react';
import { outbox } from '#src/machines/outbox/wiring.ts';
import { Button } from '#src/ui/Button.tsx';
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx';

const loadDialog = () => import('./OutboxDialog.tsx');
const OutboxDialog = lazy(async () => ({ default: (await loadDialog()).OutboxDialog }));

const counted = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`);

export function OutboxButton() {
  const changes = useSelector(outbox, ({ context }) => context.changes);
  const [open, setOpen] = useState(false);
  if (changes.length === 0 && !open) return <VisuallyHidden role="status" />;
  // While somebody answers: later it may be out of reach.
  void loadDialog();
  const failed = changes.filter(({ state }) => state === 'failed').length;
  const words = failed
    ? `${counted(failed, 'change was', 'changes were')} not saved`
    : `${counted(changes.length, 'change waits', 'changes wait')} to be sent`;
  return (
    <>
      <Button
        size="s"
        kind={failed ? 'danger' : 'secondary'}
        icon={failed ? 'alert' : 'clock'}
        aria-label={words}
        title={words}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {changes.length}
      </Button>
      <VisuallyHidden role="status">{words}</VisuallyHidden>
      {open && (
        <Suspense fallback={null}>
          <OutboxDialog changes={changes} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
