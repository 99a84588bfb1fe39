/** Warns that the keyring is locked, missing or unproven, with the form that opens it. */
import { useKeyring } from './queries.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { MissingKeys } from './MissingKeys.tsx';
import { ProveKeyring } from './ProveKeyring.tsx';
import { UnlockForm } from './UnlockForm.tsx';

export function KeyringNotice({ behindProxy }: { behindProxy: boolean }) {
  const keyring = useKeyring(behindProxy).data;
  if (keyring?.state === 'locked')
    return (
      <Banner tone="warning" title="Your keyring is locked">
        <UnlockForm />
      </Banner>
    );
  if (keyring?.state === 'missing')
    return (
      <Banner tone="warning" title="Your keys are not on this machine">
        <MissingKeys earlier={keyring.earlier} />
      </Banner>
    );
  if (keyring?.state === 'unproven')
    return (
      <Banner tone="warning" title="Show that these keys are yours">
        <ProveKeyring passphrase={keyring.passphrase} />
      </Banner>
    );
  return null;
}
