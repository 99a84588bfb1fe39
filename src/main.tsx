/** Starts the console. */
import './first.ts';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot as createReactRoot } from 'react-dom/client';
import { createBrowserRouter, createPath, RouterProvider } from 'react-router';
import { isFirstTime } from '#src/shared/storage/session.ts';
import { createRoot } from '#src/features/root/index.ts';
import { integrations } from '#src/shared/config.ts';
import { connection } from '#src/shared/connection.ts';
import { createQueryClient } from '#src/app/queryClient.ts';
import { Providers } from './app/providers.tsx';
import { createRoutes } from './app/routes.tsx';
import { useIdle } from './app/useIdle.ts';

const root = createRoot();

if (integrations.errors)
  void import('./features/errorReports/watchErrors.ts').then(({ watchErrors }) => watchErrors(root));

const OutdatedDialog = lazy(async () => ({
  default: (await import('#src/features/update/OutdatedDialog.tsx')).OutdatedDialog,
}));

/** The dialog over every page of an outdated console. */
function OutdatedOverlay() {
  return (
    useIdle() && (
      <Suspense fallback={null}>
        <OutdatedDialog />
      </Suspense>
    )
  );
}

const client = createQueryClient();
const router = createBrowserRouter(createRoutes(root));

/* A missing file means that the page belongs to an older build: reloads the page, once per file, unless an upload would be lost or
   no server is reachable. If a service worker controls the page, the update machine looks for a newer build first. */
window.addEventListener('vite:preloadError', (event) => {
  const reachable = navigator.onLine && connection.get() === 'online';
  if (root.guard.isSet() || !reachable || !isFirstTime(event.payload.message)) return;
  // The target, if a navigation failed.
  const target = router.state.navigation.location;
  const reload = () => (target ? location.assign(createPath(target)) : location.reload());
  if ('serviceWorker' in navigator && navigator.serviceWorker.controller)
    void root.actors().then(({ update }) => update.send({ type: 'file.missing' }), reload);
  else reload();
});

createReactRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Providers root={root} client={client}>
      <RouterProvider router={router} />
      <OutdatedOverlay />
    </Providers>
  </StrictMode>,
);
