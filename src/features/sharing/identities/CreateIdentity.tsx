/** Makes this device's identity, where the keys are. */
import type { Keyring } from '@cloakroom/contract/keyring.ts';
import { Failure } from '#src/shared/failure.ts';
import { useActors } from '#src/features/root/index.ts';
import { useCreateIdentity } from '#src/features/sharing/queries.ts';
import { Button } from '#src/ui/Button.tsx';

type CreateIdentityProps = {
  behindProxy: boolean | undefined;
  /** Whether this device has one already. */
  made: boolean;
  /** How this machine's keyring stands. */
  keyring: Keyring['state'] | undefined;
};

export function CreateIdentity({ behindProxy, made, keyring }: CreateIdentityProps) {
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
      unavailable={obstacle(behindProxy, made, keyring)}
      onClick={create}
    >
      Create Identity
    </Button>
  );
}

function obstacle(
  behindProxy: boolean | undefined,
  made: boolean,
  keyring: Keyring['state'] | undefined,
): string | undefined {
  if (!behindProxy)
    return 'Identities are made by the proxy, which keeps their private keys: open the console there.';
  if (keyring === 'unproven') return 'Show first that the keyring on this machine is yours.';
  if (keyring === 'missing')
    return 'Your keys are not on this machine. Bring them back first, or start with new ones.';
  return made ? 'This device has an identity already.' : undefined;
}
