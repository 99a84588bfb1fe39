/** Reacts to the end of the session in this tab, in another tab, or at the server. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { billingCustomerPending } from '#src/shared/storage/session.ts';
import { Failure } from '#src/shared/failure.ts';
import { loginPath } from '#src/shared/paths.ts';
import { useActors } from '#src/features/root/index.ts';

/** Creates the customer at the payment provider that an activation or a new organization still needs. */
const createBillingCustomer = async () =>
  (await import('#src/features/organizations/billing.ts')).createBillingCustomer();

/**
 * Clears cache and alerts when the user leaves, and replaces the page with the sign-in page, which leads back to it. Refetches failed
 * queries when the user has signed in again.
 */
export function useSessionEnd(): void {
  const { alerts, session } = useActors();
  const client = useQueryClient();
  const navigate = useNavigate();
  const location = useLocation();

  const goToLogin = useEffectEvent(() => navigate(loginPath(location), { replace: true }));
  useEffect(() => {
    if (billingCustomerPending.get()) void createBillingCustomer();
    let previous = session.getSnapshot();
    const subscription = session.subscribe((now) => {
      if (previous.hasTag('locked') && now.matches({ known: 'signedIn' }))
        void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
      if (now.hasTag('ended') && !previous.hasTag('ended')) {
        alerts.send({ type: 'user.signedOut' });
        client.clear();
      }
      // Once: calls refused during the navigation change the state too.
      if (now.matches('signedOut') && !previous.matches('signedOut')) void goToLogin();
      previous = now;
    });
    return () => subscription.unsubscribe();
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
