/** What waits to be sent; and what the page asks anew once that has gone, or once somebody answers again. */
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
  const renew = useEffectEvent(async () => {
    await accountChanged();
    await client.invalidateQueries({ queryKey: organizationQueries.all });
  });
  useEffect(() => {
    const watch = outbox.on('change.sent', () => void renew());
    return () => watch.unsubscribe();
  }, [outbox]);

  const now = useConnection();
  const before = useRef(now);
  useEffect(() => {
    // Who is here was remembered perhaps; everything else is asked for by itself.
    if (now === 'online' && before.current !== 'online') void renew();
    before.current = now;
  }, [now]);
  return <OutboxButton />;
}
