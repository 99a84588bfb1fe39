/** Fulfills all requests from known devices. */
import { Failure } from '#src/shared/failure.ts';
import { useActors } from '#src/features/root/index.ts';
import { useFulfillAll } from '#src/features/sharing/queries.ts';
import { Button } from '#src/ui/Button.tsx';
import { fulfilledMessage } from './messages.ts';

type FulfillAllProps = {
  /** Number of outstanding requests. */
  waiting: number;
  /** Why no request can be fulfilled. */
  obstacle: string | undefined;
};

export function FulfillAll({ waiting, obstacle }: FulfillAllProps) {
  const { raiseAlert } = useActors();
  const { mutateAsync, isPending } = useFulfillAll();
  const fulfill = async () => {
    try {
      const { length } = await mutateAsync(undefined);
      raiseAlert(fulfilledMessage);
      if (length < waiting)
        raiseAlert({
          type: 'warning',
          source: 'Requests',
          content: `${waiting - length} of ${waiting} requests still ${waiting - length === 1 ? 'waits' : 'wait'}: fulfill them one by one, and compare the fingerprints first.`,
        });
    } catch (thrown) {
      const { message } = Failure.from(thrown);
      raiseAlert({ type: 'error', source: 'Requests', content: `Error creating identity: ${message}` });
    }
  };
  return (
    <Button
      kind="primary"
      icon="key"
      pending={isPending}
      unavailable={obstacle ?? (waiting === 0 ? 'No request waits for your keys.' : undefined)}
      onClick={fulfill}
    >
      Fulfill Requests
    </Button>
  );
}
