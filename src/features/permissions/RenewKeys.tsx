/** Gives a schema new keys without changing its teams: after a member has left or a device was lost. */
import { useState } from 'react';
import { Failure } from '#src/shared/failure.ts';
import { useActors } from '#src/features/root/index.ts';
import { useOfflineReason } from '#src/features/connection/index.ts';
import { useRenewKeys } from './queries.ts';
import { Button } from '#src/ui/Button.tsx';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';
import { Row } from '#src/ui/layout.ts';
import { reportRenewal } from './messages.ts';

type Props = {
  schema: string;
  name: string;
  /** Whether changes to the teams are not saved yet. */
  unsaved: boolean;
};

export function RenewKeys({ schema, name, unsaved }: Props) {
  const { raiseAlert } = useActors();
  const [confirming, setConfirming] = useState(false);
  const { mutateAsync } = useRenewKeys(schema);
  const obstacle = useOfflineReason(
    'This can’t be queued: your proxy and the service create the keys together.',
  );
  const renew = async () => {
    await mutateAsync().catch((thrown: unknown) => {
      const { code, message, status } = Failure.from(thrown);
      throw new Failure(code, `The keys were not renewed. ${message}`, { status });
    });
    reportRenewal(raiseAlert);
  };
  return (
    <Row>
      <Button
        size="s"
        icon="key"
        unavailable={unsaved ? 'Save or cancel your changes first.' : obstacle}
        onClick={() => setConfirming(true)}
      >
        Renew keys
      </Button>
      {confirming && (
        <ConfirmDialog
          title={`Renew the keys of ${name}?`}
          confirm="Renew keys"
          size="m"
          unavailable={obstacle}
          onConfirm={renew}
          onClose={() => setConfirming(false)}
        >
          <p>
            Your proxy creates new keys, and everything that is stored from now on is sealed with them: the
            keys of someone who has left, or on a machine that was lost, can’t decrypt it. What is already
            stored keeps its keys.
          </p>
          <p>
            All team members get the new keys: those whom your proxy knows at once, the others when you
            fulfill their requests. They can search again after they have received them under Materials.
          </p>
          <p>
            A lost machine also gets them until its identity is revoked: do that first. If it was one of
            yours, have another data owner renew the keys: your new keys come from the same recovery words as
            those on that machine.
          </p>
        </ConfirmDialog>
      )}
    </Row>
  );
}
