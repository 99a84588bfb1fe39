/** What stands on every page, public or not: the alerts, and the question what other people's services may do. */
import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router';
import { askedPurposes } from '#src/features/integrations/purposes.ts';
import { LoadingPage } from './LoadingPage.tsx';
import { useIdle } from './useIdle.ts';

const AlertPanel = lazy(async () => ({
  default: (await import('#src/features/alerts/AlertPanel.tsx')).AlertPanel,
}));
const Measurement = lazy(async () => ({
  default: (await import('#src/features/integrations/Measurement.tsx')).Measurement,
}));
const ConsentBar = lazy(async () => ({
  default: (await import('#src/features/legal/ConsentBar.tsx')).ConsentBar,
}));
const asks = askedPurposes.length > 0;

export function RootLayout() {
  const idle = useIdle();
  return (
    <>
      {/* A page that needs the actors waits for them here, and no longer than for its own code. */}
      <Suspense fallback={<LoadingPage />}>
        <Outlet />
      </Suspense>
      {idle && (
        <Suspense fallback={null}>
          {asks && <ConsentBar />}
          {asks && <Measurement />}
          <AlertPanel />
        </Suspense>
      )}
    </>
  );
}
