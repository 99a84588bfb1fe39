/** Warns that the keyring is locked, missing or unproven, with the form that opens it. */
import { Banner } from '#src/ui/Banner.tsx';
import { ClosedKeyring } from './ClosedKeyring.tsx';
import { useKeyring } from './queries.ts';

const titles = {
  locked: 'Your keyring is locked',
  missing: 'Your keys are not on this machine',
  unproven: 'Show that these keys are yours',
};

export function KeyringNotice({ behindProxy }: { behindProxy: boolean }) {
  const keyring = useKeyring(behindProxy).data;
  if (!keyring || keyring.state === 'open') return null;
  return (
    <Banner tone="warning" title={titles[keyring.state]}>
      <ClosedKeyring keyring={keyring} />
    </Banner>
  );
}
