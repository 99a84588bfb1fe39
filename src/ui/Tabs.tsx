/** Tabs that are routes: links, the one that is open marked as the current page. */
import { NavLink } from 'react-router';
import styled from 'styled-components';
import { token } from '#src/theme/tokens.ts';
import { Icon, type IconName } from './Icon.tsx';
import { PlainList } from './layout.ts';

const Bar = styled.nav`
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

export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <Bar aria-label={label}>
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
