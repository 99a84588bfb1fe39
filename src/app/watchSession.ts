/** What the page does when a session ends, here or elsewhere: it leaves the protected pages and empties the cache. */
import { hashKey, type QueryClient } from '@tanstack/react-query';
import type { createBrowserRouter } from 'react-router';
import { authRouteId } from '#src/features/session/useSession.ts';
import { Failure } from '#src/lib/failure.ts';
import { loginPath } from '#src/lib/paths.ts';
import { alerts } from '#src/machines/alerts/wiring.ts';
import { session } from '#src/machines/session/wiring.ts';
import { statusQueries } from '#src/queries/status.ts';

type Router = ReturnType<typeof createBrowserRouter>;

/** Call once. @returns how to stop. */
export function watchSession(router: Router, client: QueryClient): () => void {
  let known = false;
  const leave = async () => {
    const { matches, location } = router.state;
    if (matches.some(({ route }) => route.id === authRouteId)) await router.navigate(loginPath(location));
    client.clear();
  };
  const watch = session.subscribe((now) => {
    if (now.hasTag('known') && !known) {
      known = true;
      alerts.send({ type: 'person.changed' });
    }
    if (now.matches('signedOut') && known) {
      known = false;
      alerts.send({ type: 'alerts.cleared' });
      void leave();
    }
  });

  const unwatchCache = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    const { code } = Failure.from(event.action.error);
    if (code === 'signed-out') session.send({ type: 'access.lost' });
    const { queryKey } = statusQueries.current();
    const unanswered = code === 'offline' || code === 'unavailable';
    if (unanswered && event.query.queryHash !== hashKey(queryKey))
      void client.invalidateQueries({ queryKey });
  });
  return () => {
    watch.unsubscribe();
    unwatchCache();
  };
}
