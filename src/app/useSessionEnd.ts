/** What a protected page does when its session ends, here, in another tab, or on the other side. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { customerDue } from '#src/shared/storage/session.ts';
import { Failure } from '#src/shared/failure.ts';
import { loginPath } from '#src/shared/paths.ts';
import { useActors } from '#src/features/root/index.ts';

/** What is still due from an activation or an organization that was made in this tab. */
const payDebts = async () => (await import('#src/features/organizations/billing.ts')).createBillingCustomer();

/**
 * Empties cache and alerts as soon as the person has gone, and puts the sign-in page in this one's place, which leads back here; asks
 * again for what failed once they are back.
 */
export function useSessionEnd(): void {
  const { alerts, session } = useActors();
  const client = useQueryClient();
  const navigate = useNavigate();
  const location = useLocation();

  const leave = useEffectEvent(() => navigate(loginPath(location), { replace: true }));
  useEffect(() => {
    if (customerDue.get()) void payDebts();
    let before = session.getSnapshot();
    const watch = session.subscribe((now) => {
      if (before.hasTag('locked') && now.matches({ known: 'signedIn' }))
        void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
      if (now.hasTag('over') && !before.hasTag('over')) {
        alerts.send({ type: 'person.left' });
        client.clear();
      }
      // Once: going away takes a moment, and calls that are refused meanwhile speak up too.
      if (now.matches('signedOut') && !before.matches('signedOut')) void leave();
      before = now;
    });
    return () => watch.unsubscribe();
  }, [alerts, client, session]);

  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return;
        const { code } = Failure.from(event.action.error);
        if (code === 'signed-out') session.send({ type: 'access.lost' });
      }),
    [client, session],
  );
}
