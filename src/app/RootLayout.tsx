/** The layout of every page, public or not: alerts and the consent to third parties. */
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
const hasPurposes = askedPurposes.length > 0;

export function RootLayout() {
  const idle = useIdle();
  return (
    <>
      {/* Pages that need the actors suspend here until they are loaded. */}
      <Suspense fallback={<LoadingPage />}>
        <Outlet />
      </Suspense>
      {idle && (
        <Suspense fallback={null}>
          {hasPurposes && <ConsentBar />}
          {hasPurposes && <Measurement />}
          <AlertPanel />
        </Suspense>
      )}
    </>
  );
}
