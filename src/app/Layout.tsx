/** The layout of every page that needs a session. */
import styled from 'styled-components';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useEffectEvent, type ComponentType, type ReactNode } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigate, useRevalidator } from 'react-router';
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
import { useSessionEnd } from './useSessionEnd.ts';

/** A component of a module that is loaded later. */
const lazyNamed = <Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) => lazy(async () => ({ default: (await load())[name] }));

/* Not needed by most visits, or not at first. */
const AlertBell = lazyNamed(() => import('#src/features/alerts/AlertBell.tsx'), 'AlertBell');
const ChatHelp = lazyNamed(() => import('#src/features/integrations/ChatHelp.tsx'), 'ChatHelp');
const ExpiryWatch = lazyNamed(() => import('#src/features/session/ExpiryWatch.tsx'), 'ExpiryWatch');
const SwitchOrganizationDialog = lazyNamed(
  () => import('#src/features/organizations/SwitchOrganizationDialog.tsx'),
  'SwitchOrganizationDialog',
);
const OrganizationMenu = lazyNamed(
  () => import('#src/features/organizations/OrganizationMenu.tsx'),
  'OrganizationMenu',
);
const Notices = lazyNamed(() => import('./Notices.tsx'), 'Notices');
const Outbox = lazyNamed(() => import('./Outbox.tsx'), 'Outbox');
const PageBreadcrumb = lazyNamed(
  () => import('#src/features/navigation/PageBreadcrumb.tsx'),
  'PageBreadcrumb',
);
const VersionLine = lazyNamed(() => import('#src/features/update/VersionLine.tsx'), 'VersionLine');
const ReplacedPage = lazyNamed(() => import('./ReplacedPage.tsx'), 'ReplacedPage');
const SignInAgain = lazyNamed(() => import('./SignInAgain.tsx'), 'SignInAgain');
const Tour = lazyNamed(() => import('#src/features/tour/Tour.tsx'), 'Tour');
const Uploads = lazyNamed(() => import('./Uploads.tsx'), 'Uploads');

/* As high as the breadcrumb, so that the page does not shift when it loads. */
const BreadcrumbPlaceholder = styled.div`
  block-size: 24px;
`;

/**
 * Follows when the user switches to another organization in this or another tab.
 * @param shown - the id of the organization of the page.
 * @returns whether the page is switching; it shows nothing meanwhile.
 */
function useOrganizationSwitch(shown: string): boolean {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const state = useSessionState();
  const selected = state.hasTag('known') ? (state.context.organization?.id ?? '') : shown;
  const switching = selected !== shown;

  const goToDatasets = useEffectEvent(async () => {
    client.clear();
    await navigate('/datasets');
    await revalidate();
  });
  useEffect(() => {
    if (switching) void goToDatasets();
  }, [switching, selected]);
  return switching;
}

type DeferredProps = { when: boolean; children: ReactNode };

/** Renders lazy components once they are needed, and nothing while they load. */
const Deferred = ({ when, children }: DeferredProps) =>
  when && <Suspense fallback={null}>{children}</Suspense>;

export function Layout() {
  const { user, organization, organizations } = useSession();
  const { pathname, search } = useLocation();
  const idle = useIdle();
  const state = useSessionState();
  const { guard } = useRoot();
  useSessionEnd();
  const switching = useOrganizationSwitch(organization.id);
  if (state.matches('replaced'))
    return (
      <Suspense fallback={null}>
        <ReplacedPage previousUser={user.email} currentUser={state.context.replacedBy ?? 'somebody else'} />
      </Suspense>
    );
  // The user has left or is switching to another organization: hides the page.
  if (switching || state.hasTag('ended')) return null;
  const { pendingOrganization } = state.context;
  const others = organizations.filter(({ id }) => id !== organization.id);
  const locked = state.hasTag('locked');
  return (
    <AppFrame
      home="/datasets"
      status={
        <Deferred when={idle}>
          <AlertBell />
          <Outbox />
        </Deferred>
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
          <Deferred when={idle}>
            <Notices />
          </Deferred>
        </>
      }
      footer={
        <SiteFooter>
          <Deferred when={idle}>
            <VersionLine />
          </Deferred>
        </SiteFooter>
      }
      tray={
        <Deferred when={idle}>
          <Uploads />
        </Deferred>
      }
    >
      <Stack $gap="s">
        {pathname !== '/datasets' && (
          <Suspense fallback={<BreadcrumbPlaceholder />}>
            <PageBreadcrumb />
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
