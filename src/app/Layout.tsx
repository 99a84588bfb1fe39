/** The layout of every page that needs a session. */
import styled from 'styled-components';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useEffectEvent, type ReactNode } from 'react';
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

const AlertBell = lazy(() =>
  import('#src/features/alerts/AlertBell.tsx').then(({ AlertBell }) => ({ default: AlertBell })),
);
const ChatHelp = lazy(() =>
  import('#src/features/integrations/ChatHelp.tsx').then(({ ChatHelp }) => ({ default: ChatHelp })),
);
const ExpiryWatch = lazy(() =>
  import('#src/features/session/ExpiryWatch.tsx').then(({ ExpiryWatch }) => ({ default: ExpiryWatch })),
);
const SwitchOrganizationDialog = lazy(() =>
  import('#src/features/organizations/SwitchOrganizationDialog.tsx').then(({ SwitchOrganizationDialog }) => ({
    default: SwitchOrganizationDialog,
  })),
);
const OrganizationMenu = lazy(() =>
  import('#src/features/organizations/OrganizationMenu.tsx').then(({ OrganizationMenu }) => ({
    default: OrganizationMenu,
  })),
);
const Notices = lazy(() => import('./Notices.tsx').then(({ Notices }) => ({ default: Notices })));
const Outbox = lazy(() => import('./Outbox.tsx').then(({ Outbox }) => ({ default: Outbox })));
const PageBreadcrumb = lazy(() =>
  import('#src/features/navigation/PageBreadcrumb.tsx').then(({ PageBreadcrumb }) => ({
    default: PageBreadcrumb,
  })),
);
const VersionLine = lazy(() =>
  import('#src/features/update/VersionLine.tsx').then(({ VersionLine }) => ({ default: VersionLine })),
);
const PaletteButton = lazy(() =>
  import('#src/features/palette/PaletteButton.tsx').then(({ PaletteButton }) => ({
    default: PaletteButton,
  })),
);
const ReplacedPage = lazy(() =>
  import('./ReplacedPage.tsx').then(({ ReplacedPage }) => ({ default: ReplacedPage })),
);
const SignInAgain = lazy(() =>
  import('./SignInAgain.tsx').then(({ SignInAgain }) => ({ default: SignInAgain })),
);
const Tour = lazy(() => import('#src/features/tour/Tour.tsx').then(({ Tour }) => ({ default: Tour })));
const Uploads = lazy(() => import('./Uploads.tsx').then(({ Uploads }) => ({ default: Uploads })));

/* As high as the breadcrumb, so that the page does not shift when the breadcrumb loads. */
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
        <ReplacedPage previousUser={user.email} currentUser={state.context.replacedBy ?? 'someone else'} />
      </Suspense>
    );
  // The user has left or is switching to another organization, so the page is hidden.
  if (switching || state.hasTag('ended')) return null;
  const { pendingOrganization } = state.context;
  const others = organizations.filter(({ id }) => id !== organization.id);
  const locked = state.hasTag('locked');
  return (
    <AppFrame
      home="/datasets"
      status={
        <Deferred when={idle}>
          <PaletteButton />
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
