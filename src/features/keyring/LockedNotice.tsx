/** Stands over what a locked keyring keeps from working, with the way to open it. */
import { useKeyring } from '#src/queries/keyring.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { UnlockForm } from './UnlockForm.tsx';

export function LockedNotice({ behindProxy }: { behindProxy: boolean }) {
  if (useKeyring(behindProxy).data?.state !== 'locked') return null;
  return (
    <Banner tone="warning" title="Your keyring is locked">
      <UnlockForm />
    </Banner>
  );
}
