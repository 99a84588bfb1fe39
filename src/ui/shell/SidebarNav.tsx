/** The navigation of the sidebar, in parts: sections of links, groups that open, counts. */
import { useId, useState, type ReactNode } from 'react';
import { NavLink } from 'react-router';
import styled from 'styled-components';
import { token } from '#src/theme/tokens.ts';
import { Icon, type IconName } from '../Icon.tsx';
import { PlainList } from '../layout.ts';

const Nav = styled.nav`
  display: flex;
  flex: 1 1 auto;
  flex-direction: column;
  gap: ${token.space.m};
`;
const Part = styled.div<{ $last: boolean }>`
  display: flex;
  flex-direction: column;
  gap: 2px;
  ${({ $last }) => $last && 'margin-block-start: auto;'}
`;
const PartHead = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  min-block-size: 28px;
  padding-inline: ${token.space.s};
  h2 {
    font-family: ${token.font.text};
    font-size: ${token.size.xs};
    font-weight: 600;
    letter-spacing: 0.01em;
    color: ${token.color.muted};
    overflow-wrap: anywhere;
  }
`;
const Line = styled.li`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  > ul {
    grid-column: 1 / -1;
    margin-inline-start: 17px;
    padding-inline-start: ${token.space.s};
    border-inline-start: 1px solid ${token.color.border};
  }
`;
const Go = styled(NavLink)`
  position: relative;
  display: flex;
  gap: 10px;
  align-items: center;
  min-block-size: ${token.control.m};
  padding: ${token.space.xs} ${token.space.s};
  font-size: ${token.size.s};
  font-weight: 500;
  line-height: 1.3;
  color: ${token.color.text};
  text-decoration: none;
  border-radius: ${token.radius.s};
  > svg {
    color: ${token.color.muted};
  }
  &:hover {
    background: ${token.color.primarySoft};
  }
  &:focus-visible {
    outline-offset: -2px;
  }
  &[aria-current='page'] {
    font-weight: 650;
    color: ${token.color.onPrimarySoft};
    background: ${token.color.primarySoft};
    > svg {
      color: inherit;
    }
    &::before {
      position: absolute;
      inset-block: 8px;
      inset-inline-start: 0;
      inline-size: 3px;
      content: '';
      background: ${token.color.accent};
      border-radius: ${token.radius.pill};
    }
  }
  @media (forced-colors: active) {
    &[aria-current='page'] {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
`;
const Label = styled.span`
  flex: 1 1 auto;
  min-inline-size: 0;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`;
const Count = styled.span`
  min-inline-size: 20px;
  padding: 1px 6px;
  font-size: ${token.size.xs};
  font-weight: 650;
  font-variant-numeric: tabular-nums;
  text-align: center;
  color: ${token.color.onAccent};
  background: ${token.color.accent};
  border-radius: ${token.radius.pill};
`;
const Fold = styled.button<{ $open: boolean }>`
  display: grid;
  place-items: center;
  inline-size: 28px;
  block-size: 28px;
  padding: 0;
  color: ${token.color.muted};
  background: transparent;
  border: 0;
  border-radius: ${token.radius.s};
  cursor: pointer;
  svg {
    rotate: ${({ $open }) => ($open ? '90deg' : '0deg')};
    transition: rotate ${token.motion.quick};
  }
  &:hover {
    color: ${token.color.primary};
    background: ${token.color.primarySoft};
  }
  @media (pointer: coarse) {
    inline-size: 44px;
    block-size: 44px;
  }
`;

/** The landmark; its children are `NavSection`s. */
export function SidebarNav({ label, children }: { label: string; children: ReactNode }) {
  return <Nav aria-label={label}>{children}</Nav>;
}

type SectionProps = {
  title?: string;
  /** A small control beside the title. */
  action?: ReactNode;
  /** Stands at the sidebar's foot. */
  last?: boolean;
  /** `NavItem`s and `NavGroup`s. */
  children: ReactNode;
};

export function NavSection({ title, action, last = false, children }: SectionProps) {
  const id = useId();
  return (
    <Part $last={last}>
      {title && (
        <PartHead>
          <h2 id={id}>{title}</h2>
          {action}
        </PartHead>
      )}
      <PlainList aria-labelledby={title ? id : undefined}>{children}</PlainList>
    </Part>
  );
}

type LinkProps = {
  to: string;
  label: string;
  icon?: IconName;
  /** Things waiting there; none is not shown. `counted` says what they are. */
  count?: number;
  counted?: string;
  /** Current only at exactly this path. */
  end?: boolean;
  /** Answered by the server itself, not by a page of the console. */
  outside?: boolean;
};

function Target({
  to,
  label,
  icon,
  count = 0,
  counted = 'waiting',
  end = false,
  outside = false,
}: LinkProps) {
  return (
    <Go to={to} end={end} title={label} reloadDocument={outside}>
      {icon && <Icon name={icon} size={17} />}
      <Label>{label}</Label>
      {count > 0 && <Count aria-label={`${count} ${counted}`}>{count > 99 ? '99+' : count}</Count>}
    </Go>
  );
}

export function NavItem(props: LinkProps) {
  return (
    <Line>
      <Target {...props} />
    </Line>
  );
}

type GroupProps = LinkProps & { startOpen?: boolean; children: ReactNode };

/** A link with further links behind it; they are rendered only while it is open. */
export function NavGroup({ startOpen = false, end = true, children, ...link }: GroupProps) {
  const [open, setOpen] = useState(startOpen);
  return (
    <Line>
      <Target {...link} end={end} />
      <Fold
        type="button"
        $open={open}
        aria-expanded={open}
        aria-label={`Contents of ${link.label}`}
        onClick={() => setOpen(!open)}
      >
        <Icon name="chevronRight" size={16} />
      </Fold>
      {open && <PlainList>{children}</PlainList>}
    </Line>
  );
}
