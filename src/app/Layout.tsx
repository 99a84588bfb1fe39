/** The frame around every page behind the sign-in. */
import { useSelector } from '@xstate/react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { AlertBell } from '#src/features/alerts/AlertBell.tsx';
import { BetaNotice } from '#src/features/connection/BetaNotice.tsx';
import { ConnectionNotice } from '#src/features/connection/ConnectionNotice.tsx';
import { ChatHelp } from '#src/features/integrations/ChatHelp.tsx';
import { SiteFooter } from '#src/features/legal/SiteFooter.tsx';
import { PhoneBar } from '#src/features/navigation/PhoneBar.tsx';
import { Sidebar } from '#src/features/navigation/Sidebar.tsx';
import { Trail } from '#src/features/navigation/Trail.tsx';
import { ExpiryWatch } from '#src/features/session/ExpiryWatch.tsx';
import { useSession } from '#src/features/session/useSession.ts';
import { Tour } from '#src/features/tour/Tour.tsx';
import { doorGuarded } from '#src/lib/door.ts';
import { isRecordsPath } from '#src/lib/paths.ts';
import { fullName } from '#src/lib/people.ts';
import { session } from '#src/machines/session/wiring.ts';
import { Stack } from '#src/ui/layout.ts';
import { AppFrame } from '#src/ui/shell/AppFrame.tsx';
import { Replaced } from './Replaced.tsx';
import { SignInAgain } from './SignInAgain.tsx';
import { useSessionEnd } from './useSessionEnd.ts';

export function Layout() {
  const { user, organization } = useSession();
  const { pathname } = useLocation();
  const state = useSelector(session, (now) => now);
  useSessionEnd();
  if (state.matches('replaced'))
    return <Replaced former={user.email} present={state.context.replacedBy ?? 'somebody else'} />;
  const locked = state.hasTag('locked');
  return (
    <AppFrame
      home="/datasets"
      status={<AlertBell />}
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
        <Tour />
        <Outlet />
      </Stack>
      {locked ? <SignInAgain email={user.email} /> : <ExpiryWatch />}
      <ChatHelp name={fullName(user)} paused={isRecordsPath(pathname) || doorGuarded()} />
      <ScrollRestoration />
    </AppFrame>
  );
}
