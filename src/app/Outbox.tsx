/** The button of the outbox. Refetches the account after a change was sent, or when the service is reachable again. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { OutboxButton } from '#src/features/outbox/OutboxButton.tsx';
import { useAccountChanged } from '#src/features/session/useSession.ts';
import { useActors } from '#src/features/root/index.ts';
import { useConnection } from '#src/features/connection/queries.ts';
import { organizationQueries } from '#src/features/organizations/queries.ts';

export function Outbox() {
  const { outbox } = useActors();
  const client = useQueryClient();
  const accountChanged = useAccountChanged();
  const refetchAccount = useEffectEvent(async () => {
    await accountChanged();
    await client.invalidateQueries({ queryKey: organizationQueries.all });
  });
  useEffect(() => {
    const subscription = outbox.on('change.sent', () => void refetchAccount());
    return () => subscription.unsubscribe();
  }, [outbox]);

  const current = useConnection();
  const previous = useRef(current);
  useEffect(() => {
    // The user may come from the local database; other queries refetch by themselves.
    if (current === 'online' && previous.current !== 'online') void refetchAccount();
    previous.current = current;
  }, [current]);
  return <OutboxButton />;
}
