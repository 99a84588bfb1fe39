/** What has to be settled about the keyring before the first upload: whoever loses it loses what it sealed. */
import { lazy, Suspense, type ReactNode } from 'react';
import { useKeyring } from './queries.ts';

const RecoveryDialog = lazy(async () => ({
  default: (await import('./RecoveryDialog.tsx')).RecoveryDialog,
}));

/** Undefined once the recovery words are confirmed or waived; until then what asks for that, given the way to leave. */
export function useBeforeUpload(behindProxy: boolean): ((leave: () => void) => ReactNode) | undefined {
  const keyring = useKeyring(behindProxy);
  if (keyring.isLoading) return () => null;
  if (keyring.data?.phrase !== 'unseen') return undefined;
  return (leave) => (
    <Suspense fallback={null}>
      {/* Once it is settled the keyring says so, and this is asked no more. */}
      <RecoveryDialog waive="Upload without them" onSettled={() => undefined} onClose={leave} />
    </Suspense>
  );
}
