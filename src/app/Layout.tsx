/** The layout of every page that needs a session. */
import styled from 'styled-components';
import { lazy, Suspense } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { BetaNotice } from '#src/features/connection/BetaNotice.tsx';
import { SiteFooter } from '#src/features/legal/SiteFooter.tsx';
import { PhoneBar } from '#src/features/navigation/PhoneBar.tsx';
import { Sidebar } from '#src/features/navigation/Sidebar.tsx';
import { useSessionState } from '#src/features/session/useSessionState.ts';
import { useSession } from '#src/features/session/useSession.ts';
import { integrations } from '#src/shared/config.ts';
import { useRoot } from '#src/features/root/index.ts';
import { isRecordsPath, tourQuery } from '#src/shared/paths.ts';
import { fullName } from '#src/shared/people.ts';
import { Stack } from '#src/ui/layout.ts';
import { AppFrame } from '#src/ui/shell/AppFrame.tsx';
import { useIdle } from './useIdle.ts';
import { useOrganizationMove } from './useOrganizationMove.ts';
import { useSessionEnd } from './useSessionEnd.ts';

/* Not needed by most visits, or not at first. */
const AlertBell = lazy(async () => ({
  default: (await import('#src/features/alerts/AlertBell.tsx')).AlertBell,
}));
const ChatHelp = lazy(async () => ({
  default: (await import('#src/features/integrations/ChatHelp.tsx')).ChatHelp,
}));
const ExpiryWatch = lazy(async () => ({
  default: (await import('#src/features/session/ExpiryWatch.tsx')).ExpiryWatch,
}));
const SwitchOrganizationDialog = lazy(async () => ({
  default: (await import('#src/features/organizations/SwitchOrganizationDialog.tsx'))
    .SwitchOrganizationDialog,
}));
const OrganizationMenu = lazy(async () => ({
  default: (await import('#src/features/organizations/OrganizationMenu.tsx')).OrganizationMenu,
}));
const Notices = lazy(async () => ({ default: (await import('./Notices.tsx')).Notices }));
const Outbox = lazy(async () => ({ default: (await import('./Outbox.tsx')).Outbox }));
const Trail = lazy(async () => ({
  default: (await import('#src/features/navigation/PageBreadcrumb.tsx')).PageBreadcrumb,
}));
const VersionLine = lazy(async () => ({
  default: (await import('#src/features/update/VersionLine.tsx')).VersionLine,
}));
const Replaced = lazy(async () => ({ default: (await import('./ReplacedPage.tsx')).ReplacedPage }));
const SignInAgain = lazy(async () => ({ default: (await import('./SignInAgain.tsx')).SignInAgain }));
const Tour = lazy(async () => ({ default: (await import('#src/features/tour/Tour.tsx')).Tour }));
const Uploads = lazy(async () => ({ default: (await import('./Uploads.tsx')).Uploads }));

/* As high as the breadcrumb, so that the page does not shift when it loads. */
const TrailSpace = styled.div`
  block-size: 24px;
`;

export function Layout() {
  const { user, organization, organizations } = useSession();
  const { pathname, search } = useLocation();
  const idle = useIdle();
  const state = useSessionState();
  const { guard } = useRoot();
  useSessionEnd();
  const moving = useOrganizationMove(organization.id);
  if (state.matches('replaced'))
    return (
      <Suspense fallback={null}>
        <Replaced former={user.email} present={state.context.replacedBy ?? 'somebody else'} />
      </Suspense>
    );
  // The user has left or is switching to another organization: hides the page.
  if (moving || state.hasTag('over')) return null;
  const { pendingOrganization } = state.context;
  const others = organizations.filter(({ id }) => id !== organization.id);
  const locked = state.hasTag('locked');
  return (
    <AppFrame
      home="/datasets"
      status={
        idle && (
          <Suspense fallback={null}>
            <AlertBell />
            <Outbox />
          </Suspense>
        )
      }
      sidebar={
        <Sidebar
          organization={organization}
          settled={idle}
          menu={
            others.length > 0 && (
              <Suspense fallback={null}>
                <OrganizationMenu others={others} />
              </Suspense>
            )
          }
        />
      }
      phoneBar={<PhoneBar organization={organization.id} />}
      notices={
        <>
          {/* Not lazy: loading it later would shift the page. */}
          <BetaNotice />
          {idle && (
            <Suspense fallback={null}>
              <Notices />
            </Suspense>
          )}
        </>
      }
      footer={
        <SiteFooter>
          {idle && (
            <Suspense fallback={null}>
              <VersionLine />
            </Suspense>
          )}
        </SiteFooter>
      }
      tray={
        idle && (
          <Suspense fallback={null}>
            <Uploads />
          </Suspense>
        )
      }
    >
      <Stack $gap="s">
        {pathname !== '/datasets' && (
          <Suspense fallback={<TrailSpace />}>
            <Trail />
          </Suspense>
        )}
        {new URLSearchParams(search).has(tourQuery) && (
          <Suspense fallback={null}>
            <Tour />
          </Suspense>
        )}
        <Outlet />
      </Stack>
      <Suspense fallback={null}>
        {pendingOrganization && (
          <SwitchOrganizationDialog from={organization.name} to={pendingOrganization.name} />
        )}
        {locked ? <SignInAgain email={user.email} /> : idle && <ExpiryWatch />}
        {idle && integrations.chat && (
          <ChatHelp name={fullName(user)} paused={isRecordsPath(pathname) || guard.isSet()} />
        )}
      </Suspense>
      <ScrollRestoration />
    </AppFrame>
  );
}
