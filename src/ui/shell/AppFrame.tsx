/** The frame of every signed-in page: sidebar (on phones a bar with a menu), main and footer. */
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import styled from 'styled-components';
import { config } from '#src/shared/config.ts';
import { zIndex } from '#src/ui/theme/zIndex.ts';
import { screen, token } from '#src/ui/theme/tokens.ts';
import { IconButton } from '../IconButton.tsx';
import { Logo } from '../Logo.tsx';

const Frame = styled.div`
  min-block-size: 100dvh;
  ${screen.wide} {
    display: grid;
    grid-template-columns: 264px minmax(0, 1fr);
  }
`;
const Content = styled.div`
  display: flex;
  flex-direction: column;
  min-inline-size: 0;
  ${screen.wide} {
    min-block-size: 100dvh;
  }
`;
/** Notices, page and tray. The page of a workbench, for which the root has `data-fill`, takes the rest of the window. */
const Body = styled.div`
  display: flex;
  flex: 1 0 auto;
  flex-direction: column;
  min-inline-size: 0;
  html[data-fill] & {
    min-block-size: calc(100dvh - 61px);
  }
  ${screen.wide} {
    html[data-fill] & {
      min-block-size: 100dvh;
    }
  }
`;
const Side = styled.header`
  position: sticky;
  inset-block-start: 0;
  z-index: ${zIndex.bar};
  background: ${token.color.side};
  border-block-end: 1px solid ${token.color.border};
  ${screen.wide} {
    display: flex;
    flex-direction: column;
    block-size: 100dvh;
    border-block-end: 0;
    border-inline-end: 1px solid ${token.color.border};
  }
`;
const Bar = styled.div`
  display: flex;
  gap: ${token.space.s};
  align-items: center;
  justify-content: space-between;
  padding: ${token.space.s} ${token.space.m};
  ${screen.wide} {
    padding: ${token.space.m} ${token.space.m} ${token.space.s};
    .toggle {
      display: none;
    }
  }
`;
const Home = styled(Link)`
  display: flex;
  align-items: center;
  min-block-size: ${token.control.m};
  text-decoration: none;
  border-radius: ${token.radius.s};
`;
const Panel = styled.div<{ $open: boolean }>`
  display: flex;
  flex-direction: column;
  min-block-size: 0;
  padding: ${token.space.s};
  overflow: auto;
  overscroll-behavior: contain;
  ${screen.narrow} {
    display: ${({ $open }) => ($open ? 'flex' : 'none')};
    max-block-size: calc(100dvh - 61px);
    border-block-start: 1px solid ${token.color.border};
  }
  ${screen.wide} {
    flex: 1 1 auto;
  }
`;
const PhoneBar = styled.nav`
  padding: ${token.space.s} ${token.space.m};
  background: ${token.color.side};
  border-block-end: 1px solid ${token.color.border};
  &:empty {
    display: none;
  }
  ${screen.wide} {
    display: none;
  }
`;
const Notices = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${token.space.s};
  &:not(:empty) {
    padding: ${token.space.sm} ${token.space.m} 0;
  }
  ${screen.wide} {
    &:not(:empty) {
      padding-inline: ${token.space.xl};
    }
  }
`;
const Main = styled.main`
  flex: 1 1 auto;
  min-inline-size: 0;
  padding: ${token.space.m} ${token.space.m} ${token.space.xl};
  ${screen.wide} {
    padding: ${token.space.l} ${token.space.xl} ${token.space.xxl};
  }
  html[data-fill] & {
    display: flex;
    flex-direction: column;
    padding: ${token.space.s} ${token.space.m} 0;
    > * {
      flex: 1 0 auto;
    }
    /* On phones, the selects above it show the same. */
    ${screen.phone} {
      nav[aria-label='Breadcrumb'] {
        display: none;
      }
    }
  }
`;

export type AppFrameProps = {
  /** The target of the logo. */
  home: string;
  /** A `SidebarNav`, and other content of the sidebar. */
  sidebar: ReactNode;
  /** Shown beside the logo, such as a status of the app. */
  status?: ReactNode;
  /** Shown below the bar on phones only. */
  phoneBar?: ReactNode;
  /** Banners above the page: beta, offline, a new version. */
  notices?: ReactNode;
  footer?: ReactNode;
  /** The tray at the bottom of the window. */
  tray?: ReactNode;
  children: ReactNode;
};

/** On phones the menu closes on Esc and on navigation. */
export function AppFrame({
  home,
  sidebar,
  status,
  phoneBar,
  notices,
  footer,
  tray,
  children,
}: AppFrameProps) {
  const panel = useId();
  const { key } = useLocation();
  const [openAt, setOpenAt] = useState<string>();
  const open = openAt === key;
  const close = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setOpenAt(undefined);
  };
  return (
    <Frame>
      <SkipLinks />
      <Side onKeyDown={close}>
        <Bar>
          <Home to={home} aria-label={`${config.productName}, home`}>
            <Logo />
          </Home>
          {status}
          <span className="toggle">
            <IconButton
              icon={open ? 'close' : 'menu'}
              label="Menu"
              aria-expanded={open}
              aria-controls={panel}
              onClick={() => setOpenAt(open ? undefined : key)}
            />
          </span>
        </Bar>
        <Panel id={panel} $open={open}>
          {sidebar}
        </Panel>
      </Side>
      <Content>
        <Body>
          {phoneBar && <PhoneBar aria-label="Go to">{phoneBar}</PhoneBar>}
          <Notices>{notices}</Notices>
          <Main id="main" tabIndex={-1}>
            {children}
          </Main>
          {tray}
        </Body>
        {footer}
      </Content>
    </Frame>
  );
}

const Skip = styled.a`
  position: fixed;
  inset: ${token.space.s} auto auto ${token.space.s};
  z-index: ${zIndex.skipLink};
  padding: ${token.space.s} ${token.space.m};
  font-weight: 600;
  color: ${token.color.onPrimary};
  background: ${token.color.primary};
  border-radius: ${token.radius.s};
  &:not(:focus) {
    translate: 0 -200%;
  }
`;

/** Shown on pages with a table that fills the window. */
const SkipToTable = styled(Skip)`
  html:not([data-table]) & {
    display: none;
  }
`;

/** The first cell of the grid, or the first button of a list of cards. */
const tableStart = () =>
  document.querySelector<HTMLElement>('[data-skip-target] tbody td[data-stop], [data-skip-target] li button');

/** The skip links, first in the tab order. They move the focus without changing the address. */
function SkipLinks() {
  const links = [
    { Link: Skip, text: 'Skip to content', target: () => document.getElementById('main') },
    { Link: SkipToTable, text: 'Skip to the table', target: tableStart },
  ];
  return links.map(({ Link, text, target }) => (
    <Link
      key={text}
      href="#main"
      onClick={(event) => {
        event.preventDefault();
        target()?.focus();
      }}
    >
      {text}
    </Link>
  ));
}
