/** What stands on every page, public or not: the alerts, and the question what other people's services may do. */
import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router';
import { config } from '#src/lib/config.ts';
import { integrationsOf, purposesOf } from '#src/lib/integrations.ts';
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
const asks = purposesOf(integrationsOf(config)).length > 0;

export function Root() {
  const idle = useIdle();
  return (
    <>
      <Outlet />
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
