/** Makes this device's identity, where the keys are. */
import { Failure } from '#src/lib/failure.ts';
import { raiseAlert } from '#src/machines/alerts/wiring.ts';
import { useCreateIdentity } from '#src/queries/sharing.ts';
import { Button } from '#src/ui/Button.tsx';

type CreateIdentityProps = {
  behindProxy: boolean | undefined;
  /** Whether this device has one already. */
  made: boolean;
  /** Whether this machine's keyring is missing. */
  missing: boolean;
};

export function CreateIdentity({ behindProxy, made, missing }: CreateIdentityProps) {
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
      unavailable={obstacle(behindProxy, made, missing)}
      onClick={create}
    >
      Create Identity
    </Button>
  );
}

function obstacle(behindProxy: boolean | undefined, made: boolean, missing: boolean): string | undefined {
  if (!behindProxy)
    return 'Identities are made by the proxy, which keeps their private keys: open the console there.';
  if (missing) return 'Your keys are not on this machine. Bring them back first, or start with new ones.';
  return made ? 'This device has an identity already.' : undefined;
}
