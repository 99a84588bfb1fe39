/** Tabs that are links to routes. */
import { useLayoutEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import styled, { css } from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';
import { Icon, type IconName } from './Icon.tsx';
import { PlainList } from './layout.ts';

/** Secondary tabs: pills without a line. */
const inner = css`
  border: 0;
  a,
  a:hover {
    border-radius: ${token.radius.pill};
  }
  a {
    min-block-size: ${token.control.m};
    font-size: ${token.size.s};
  }
  [aria-current='page'] {
    color: ${token.color.onPrimarySoft};
    background: ${token.color.primarySoft};
  }
  [aria-current='page']::after {
    content: none;
  }
  @media (forced-colors: active) {
    [aria-current='page'] {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
`;
const Bar = styled.nav<{ $inner: boolean }>`
  border-block-end: 1px solid ${token.color.border};
  overflow-x: auto;
  scrollbar-width: none;
  a {
    position: relative;
    display: flex;
    gap: ${token.space.s};
    align-items: center;
    min-block-size: max(40px, ${token.control.m});
    padding-inline: ${token.space.sm};
    font-weight: 600;
    white-space: nowrap;
    color: ${token.color.muted};
    text-decoration: none;
    border-radius: ${token.radius.s} ${token.radius.s} 0 0;
  }
  a:hover {
    color: ${token.color.text};
    background: ${token.color.sunken};
  }
  a:focus-visible {
    outline-offset: -2px;
  }
  [aria-current='page'] {
    color: ${token.color.primary};
  }
  [aria-current='page']::after {
    position: absolute;
    inset: auto ${token.space.s} 0;
    block-size: 3px;
    content: '';
    background: ${token.color.primary};
    border-radius: 3px 3px 0 0;
  }
  @media (forced-colors: active) {
    [aria-current='page']::after {
      background: Highlight;
    }
  }
  ${({ $inner }) => $inner && inner}
`;

const Line = styled(PlainList)`
  display: flex;
  gap: ${token.space.xs};
`;

export type Tab = {
  to: string;
  label: string;
  icon?: IconName;
  /** Current only at exactly this path. */ end?: boolean;
};

type TabsProps = {
  label: string;
  tabs: readonly Tab[];
  /** Secondary tabs below others. */
  inner?: boolean;
};

/** Scrolls if the tabs do not fit, so that the current one is visible. */
export function Tabs({ label, tabs, inner = false }: TabsProps) {
  const bar = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useLayoutEffect(() => {
    const open = bar.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (!bar.current || !open) return;
    const { left, right } = bar.current.getBoundingClientRect();
    const tab = open.getBoundingClientRect();
    if (tab.right > right) bar.current.scrollLeft += tab.right - right;
    else if (tab.left < left) bar.current.scrollLeft -= left - tab.left;
  }, [pathname]);
  return (
    <Bar ref={bar} aria-label={label} $inner={inner}>
      <Line>
        {tabs.map((tab) => (
          <li key={tab.to}>
            <NavLink to={tab.to} end={tab.end ?? false}>
              {tab.icon && <Icon name={tab.icon} size={16} />}
              {tab.label}
            </NavLink>
          </li>
        ))}
      </Line>
    </Bar>
  );
}
