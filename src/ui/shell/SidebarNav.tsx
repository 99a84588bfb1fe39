/** The navigation of the sidebar: sections of links. */
import { useId, type ReactNode } from 'react';
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';
import { PlainList } from '../layout.ts';
import { NavRow, type NavRowProps } from './NavRow.tsx';

const Nav = styled.nav`
  display: flex;
  flex: 1 1 auto;
  flex-direction: column;
  gap: ${token.space.m};
  min-block-size: 0;
`;
const Part = styled.div<{ $last: boolean }>`
  display: flex;
  flex: ${({ $last }) => ($last ? 'none' : '1 0 auto')};
  flex-direction: column;
  gap: ${token.space.xs};
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

/** The landmark; its children are `NavSection`s. */
export function SidebarNav({ label, children }: { label: string; children: ReactNode }) {
  return <Nav aria-label={label}>{children}</Nav>;
}

type SectionProps = {
  title?: string;
  /** A small control beside the title. */
  action?: ReactNode;
  /** At the bottom of the sidebar. */
  last?: boolean;
  /** `NavItem`s. */
  children: ReactNode;
  /** A list below them, which takes the remaining space. */
  below?: ReactNode;
};

export function NavSection({ title, action, last = false, children, below }: SectionProps) {
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
      {below}
    </Part>
  );
}

export const NavItem = (props: NavRowProps) => (
  <li>
    <NavRow {...props} />
  </li>
);
