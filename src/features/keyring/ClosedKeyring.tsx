/** The form that opens a keyring which is locked, missing or unproven. */
import type { Keyring } from '@cloakroom/contract/keyring.ts';
import { MissingKeys } from './MissingKeys.tsx';
import { ProveKeyring } from './ProveKeyring.tsx';
import { UnlockForm } from './UnlockForm.tsx';

export function ClosedKeyring({ keyring: { state, earlier, passphrase } }: { keyring: Keyring }) {
  if (state === 'locked') return <UnlockForm />;
  if (state === 'missing') return <MissingKeys earlier={earlier} />;
  return <ProveKeyring passphrase={passphrase} />;
}
