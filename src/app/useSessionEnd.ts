/** What a protected page does when its session ends, here, in another tab, or on the other side. */
import { hashKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Failure } from '#src/lib/failure.ts';
import { loginPath } from '#src/lib/paths.ts';
import { alerts } from '#src/machines/alerts/wiring.ts';
import { session } from '#src/machines/session/wiring.ts';
import { payDebts } from '#src/queries/billing.ts';
import { statusQueries } from '#src/queries/status.ts';

const unanswered = new Set(['offline', 'unavailable']);

/**
 * Leaves for the sign-in page, which leads back here, when the person has left; empties cache and alerts when they were
 * replaced; asks again for what failed once they are back.
 */
export function useSessionEnd(): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const location = useLocation();

  const leave = useEffectEvent(async () => {
    alerts.send({ type: 'person.left' });
    await navigate(loginPath(location));
    client.clear();
  });
  useEffect(() => {
    alerts.send({ type: 'person.arrived' });
    void payDebts();
    let locked = false;
    const watch = session.subscribe((now) => {
      if (locked && now.matches({ known: 'signedIn' }))
        void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
      locked = now.hasTag('locked');
      if (!now.matches('signedOut') && !now.matches('replaced')) return;
      // Once: going away takes a moment, and calls that are refused meanwhile speak up too.
      watch.unsubscribe();
      if (now.matches('signedOut')) return void leave();
      alerts.send({ type: 'person.left' });
      client.clear();
    });
    return () => watch.unsubscribe();
  }, [client]);

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
