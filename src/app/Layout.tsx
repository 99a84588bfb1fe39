/** The frame around every page behind the sign-in. */
import { Outlet, ScrollRestoration } from 'react-router';
import { AlertPanel } from '#src/features/alerts/AlertPanel.tsx';
import { BetaNotice } from '#src/features/connection/BetaNotice.tsx';
import { ConnectionNotice } from '#src/features/connection/ConnectionNotice.tsx';
import { SiteFooter } from '#src/features/legal/SiteFooter.tsx';
import { PhoneBar } from '#src/features/navigation/PhoneBar.tsx';
import { Sidebar } from '#src/features/navigation/Sidebar.tsx';
import { Trail } from '#src/features/navigation/Trail.tsx';
import { useSession } from '#src/features/session/useSession.ts';
import { Stack } from '#src/ui/layout.ts';
import { AppFrame } from '#src/ui/shell/AppFrame.tsx';
import { useSessionEnd } from './useSessionEnd.ts';

export function Layout() {
  const { organization } = useSession();
  useSessionEnd();
  return (
    <AppFrame
      home="/datasets"
      sidebar={<Sidebar organization={organization} />}
      phoneBar={<PhoneBar organization={organization.id} />}
      notices={
        <>
          <BetaNotice />
          <ConnectionNotice />
        </>
      }
      footer={<SiteFooter />}
    >
      <Stack $gap="s">
        <Trail />
        <Outlet />
      </Stack>
      <AlertPanel />
      <ScrollRestoration />
    </AppFrame>
  );
}
