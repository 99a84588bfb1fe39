/** Asks for confirmation before the page is left with unsaved changes. */
import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { formatQuantity } from '#src/shared/format/counts.ts';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';

export function UnsavedChangesGuard({ pending }: { pending: number }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => pending > 0 && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (pending === 0) return undefined;
    const warn = (event: Event) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [pending]);
  const confirmed = useRef(false);
  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog
      danger
      title="Leave without saving?"
      confirm="Leave"
      cancel="Stay"
      onConfirm={() => (confirmed.current = true)}
      onClose={() => (confirmed.current ? blocker.proceed() : blocker.reset())}
    >
      <p>
        {formatQuantity(pending, 'change')} to who may read this schema {pending === 1 ? 'is' : 'are'} not
        saved yet, and will be lost.
      </p>
    </ConfirmDialog>
  );
}
