/** What a protected page does when its session ends, here, in another tab, or on the other side. */
import { hashKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Failure } from '#src/lib/failure.ts';
import { loginPath } from '#src/lib/paths.ts';
import { alerts } from '#src/machines/alerts/wiring.ts';
import { session } from '#src/machines/session/wiring.ts';
import { statusQueries } from '#src/queries/status.ts';

const unanswered = new Set(['offline', 'unavailable']);

/** Leaves for the sign-in page, which leads back here, and empties the cache and the alerts. */
export function useSessionEnd(): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const location = useLocation();

  const leave = useEffectEvent(async () => {
    alerts.send({ type: 'alerts.cleared' });
    await navigate(loginPath(location));
    client.clear();
  });
  useEffect(() => {
    alerts.send({ type: 'person.changed' });
    const watch = session.subscribe((now) => {
      if (!now.matches('signedOut')) return;
      // Once: going away takes a moment, and calls that are refused meanwhile speak up too.
      watch.unsubscribe();
      void leave();
    });
    return () => watch.unsubscribe();
  }, []);

  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return;
        const { code } = Failure.from(event.action.error);
        if (code === 'signed-out') session.send({ type: 'access.lost' });
        // One call without an answer is reason to ask whether anybody is there; the notice speaks of that.
        const { queryKey } = statusQueries.current();
        if (unanswered.has(code) && event.query.queryHash !== hashKey(queryKey))
          void client.invalidateQueries({ queryKey });
      }),
    [client],
  );
}
