/** Receives all keys that are sealed for this device. */
import { useActors } from '#src/features/root/index.ts';
import { useReceiveAll } from '#src/features/sharing/queries.ts';
import { Button } from '#src/ui/Button.tsx';
import { receiveFailedMessage, receivedMessage } from './messages.ts';

type ReceiveAllProps = {
  /** Number of outstanding materials. */
  waiting: number;
  /** Why no key can be received. */
  obstacle: string | undefined;
};

export function ReceiveAll({ waiting, obstacle }: ReceiveAllProps) {
  const { raiseAlert } = useActors();
  const { mutateAsync, isPending } = useReceiveAll();
  const receive = async () => {
    try {
      const { length } = await mutateAsync(undefined);
      raiseAlert(receivedMessage);
      if (length < waiting)
        raiseAlert({
          type: 'warning',
          source: 'Materials',
          content: `${waiting - length} of ${waiting} keys still ${waiting - length === 1 ? 'waits' : 'wait'}: they are for another device of yours, or come from one that you have not compared yet. Receive them one by one.`,
        });
    } catch (thrown) {
      raiseAlert(receiveFailedMessage(thrown));
    }
  };
  return (
    <Button
      kind="primary"
      icon="download"
      pending={isPending}
      unavailable={obstacle ?? (waiting === 0 ? 'No key waits for you.' : undefined)}
      onClick={receive}
    >
      Receive Materials
    </Button>
  );
}
