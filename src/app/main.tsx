/** Starts the console. */
import './first.ts';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, createPath, RouterProvider } from 'react-router';
import { firstTime } from '#src/db/session.ts';
import { isBeforeUnloadGuarded } from '#src/lib/beforeUnloadGuard.ts';
import '#src/lib/installOffer.ts';
import { config } from '#src/lib/config.ts';
import { connection } from '#src/lib/connection.ts';
import { createQueryClient } from '#src/queries/client.ts';
import { Providers } from './providers.tsx';
import { routes } from './routes.tsx';
import { useIdle } from './useIdle.ts';

if (config.sentryDsn) void import('./errorReports.ts').then(({ watchErrors }) => watchErrors());

const OutdatedDialog = lazy(async () => ({
  default: (await import('#src/features/update/OutdatedDialog.tsx')).OutdatedDialog,
}));

/** Over every page, the one of an error included: the word that this console is too old. */
function Over() {
  return (
    useIdle() && (
      <Suspense fallback={null}>
        <OutdatedDialog />
      </Suspense>
    )
  );
}

const client = createQueryClient();
const router = createBrowserRouter(routes);

/* A page whose file is gone belongs to an older build: load the new one, but only once for the same file, and never while an
   upload would be lost, nor while the page itself would be, since nobody is there to send it. Behind a service worker the
   new page comes from a newer one, if there is one. */
window.addEventListener('vite:preloadError', (event) => {
  const reached = navigator.onLine && connection.get() === 'online';
  if (isBeforeUnloadGuarded() || !reached || !firstTime(event.payload.message)) return;
  // Where the person was going, if that is what failed.
  const going = router.state.navigation.location;
  const reload = () => (going ? location.assign(createPath(going)) : location.reload());
  if ('serviceWorker' in navigator && navigator.serviceWorker.controller)
    void import('#src/machines/update/effects.ts').then(
      ({ update }) => update.send({ type: 'file.missing' }),
      reload,
    );
  else reload();
});

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Providers client={client}>
      <RouterProvider router={router} />
      <Over />
    </Providers>
  </StrictMode>,
);
