/** What waits to be sent, and what the page does once it has gone. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { OutboxButton } from '#src/features/outbox/OutboxButton.tsx';
import { useAccountChanged } from '#src/features/session/useSession.ts';
import { whenSent } from '#src/machines/outbox/wiring.ts';
import { organizationQueries } from '#src/queries/organizations.ts';

export function Outbox() {
  const client = useQueryClient();
  const accountChanged = useAccountChanged();
  const renew = useEffectEvent(async () => {
    await accountChanged();
    await client.invalidateQueries({ queryKey: organizationQueries.all });
  });
  useEffect(() => whenSent(() => void renew()), []);
  return <OutboxButton />;
}
