/** Creates the identity of this device. */
import type { Keyring } from '@cloakroom/contract/keyring.ts';
import { Failure } from '#src/shared/failure.ts';
import { useActors } from '#src/features/root/index.ts';
import { useCreateIdentity } from '#src/features/sharing/queries.ts';
import { Button } from '#src/ui/Button.tsx';

type CreateIdentityProps = {
  behindProxy: boolean | undefined;
  /** Whether this device has an identity already. */
  hasIdentity: boolean;
  /** The state of this machine's keyring. */
  keyring: Keyring['state'] | undefined;
};

export function CreateIdentity({ behindProxy, hasIdentity, keyring }: CreateIdentityProps) {
  const { raiseAlert } = useActors();
  const { mutateAsync, isPending } = useCreateIdentity();
  const create = async () => {
    try {
      await mutateAsync(undefined);
      raiseAlert({
        type: 'success',
        source: 'Identity',
        content: 'Identity created successfully',
        duration: 5,
      });
    } catch (thrown) {
      const { message } = Failure.from(thrown);
      raiseAlert({ type: 'error', source: 'Identity', content: `Error creating identity: ${message}` });
    }
  };
  return (
    <Button
      kind="primary"
      icon="plus"
      pending={isPending}
      unavailable={obstacle(behindProxy, hasIdentity, keyring)}
      onClick={create}
    >
      Create Identity
    </Button>
  );
}

function obstacle(
  behindProxy: boolean | undefined,
  hasIdentity: boolean,
  keyring: Keyring['state'] | undefined,
): string | undefined {
  if (!behindProxy)
    return 'Identities are made by the proxy, which keeps their private keys: open the console there.';
  if (keyring === 'unproven') return 'First show that the keyring on this machine is yours.';
  if (keyring === 'missing')
    return 'Your keys are not on this machine. Bring them back first, or start with new ones.';
  return hasIdentity ? 'This device has an identity already.' : undefined;
}
