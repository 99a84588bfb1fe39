/** Starts the console. */
import './first.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { firstTime } from '#src/db/session.ts';
import { config } from '#src/lib/config.ts';
import { createQueryClient } from '#src/queries/client.ts';
import { Providers } from './providers.tsx';
import { routes } from './routes.tsx';

/* A page whose file is gone belongs to an older build: load the new one, but only once for the same file. */
window.addEventListener('vite:preloadError', (event) => {
  if (firstTime(event.payload.message)) location.reload();
});

if (config.sentryDsn) void import('./errorReports.ts').then(({ watchErrors }) => watchErrors());

const client = createQueryClient();
const router = createBrowserRouter(routes);

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Providers client={client}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);
