/** A row of the sidebar: a link, a count, and a button that expands the rows below it. */
import type { KeyboardEvent } from 'react';
import { Link, matchPath, useLocation } from 'react-router';
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';
import { Icon, type IconName } from '../Icon.tsx';

const Line = styled.div<{ $inner: boolean }>`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  padding-block-end: 2px;
  ${({ $inner }) =>
    $inner &&
    `
    margin-inline-start: 17px;
    padding-inline-start: ${token.space.s};
    border-inline-start: 1px solid ${token.color.border};
  `}
`;
const RowLink = styled(Link)`
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
const ExpandButton = styled.button<{ $open: boolean }>`
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

/** The height of a row with its gap, in CSS pixels; larger for touch. */
export const rowHeight = () => (matchMedia('(pointer: coarse)').matches ? 44 : 36) + 2;

export type NavRowProps = {
  to: string;
  label: string;
  icon?: IconName;
  /** Shown if it is not 0; `counted` is its accessible label. */
  count?: number;
  counted?: string;
  /** Current only at exactly this path. */
  end?: boolean;
  /** More paths at which it is current. */
  also?: readonly string[];
  /** Indented below another row. */
  inner?: boolean;
  /** Whether its rows are expanded; undefined: it has none. */
  open?: boolean | undefined;
  onToggle?: () => void;
  /** For lists with arrow key navigation; applies to the link and the button. */
  tabIndex?: number;
  'data-stop'?: true;
  onKeyDown?: (event: KeyboardEvent) => void;
};

export function NavRow({
  to,
  label,
  icon,
  count = 0,
  counted = 'waiting',
  end = false,
  also = [],
  inner = false,
  open,
  onToggle,
  tabIndex,
  ...link
}: NavRowProps) {
  const { pathname } = useLocation();
  const isCurrent = [to, ...also].some((path) => matchPath({ path, end }, pathname));
  return (
    <Line $inner={inner}>
      <RowLink
        {...link}
        to={to}
        aria-current={isCurrent ? 'page' : undefined}
        title={label}
        tabIndex={tabIndex}
      >
        {icon && <Icon name={icon} size={17} />}
        <Label>{label}</Label>{' '}
        {count > 0 && <Count aria-label={`${count} ${counted}`}>{count > 99 ? '99+' : count}</Count>}
      </RowLink>
      {open !== undefined && (
        <ExpandButton
          type="button"
          $open={open}
          tabIndex={tabIndex}
          aria-expanded={open}
          aria-label={`Contents of ${label}`}
          onClick={onToggle}
        >
          <Icon name="chevronRight" size={16} />
        </ExpandButton>
      )}
    </Line>
  );
}
