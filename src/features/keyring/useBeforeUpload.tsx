/** Asks for the recovery words before the first upload, because data sealed by a lost keyring is lost too. */
import { lazy, Suspense, type ReactNode } from 'react';
import { useKeyring } from './queries.ts';

const RecoveryDialog = lazy(async () => ({
  default: (await import('./RecoveryDialog.tsx')).RecoveryDialog,
}));

/** Returns a function that renders the dialog; undefined once the words are confirmed or waived. */
export function useBeforeUpload(behindProxy: boolean): ((cancel: () => void) => ReactNode) | undefined {
  const keyring = useKeyring(behindProxy);
  if (keyring.isLoading) return () => null;
  if (keyring.data?.phrase !== 'unseen') return undefined;
  return (cancel) => (
    <Suspense fallback={null}>
      {/* No callback is needed: the updated keyring query removes the dialog. */}
      <RecoveryDialog waiveLabel="Upload without them" onSettled={() => undefined} onClose={cancel} />
    </Suspense>
  );
}
