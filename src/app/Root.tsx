/** What stands on every page, public or not: the alerts, and the question what other people's services may do. */
import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router';
import { Measurement } from '#src/features/integrations/Measurement.tsx';
import { ConsentBar } from '#src/features/legal/ConsentBar.tsx';

/* They load beside the first page, which needs none of them to be read. */
const AlertPanel = lazy(async () => ({
  default: (await import('#src/features/alerts/AlertPanel.tsx')).AlertPanel,
}));

export const Root = () => (
  <>
    <Outlet />
    <ConsentBar />
    <Measurement />
    <Suspense fallback={null}>
      <AlertPanel />
    </Suspense>
  </>
);
