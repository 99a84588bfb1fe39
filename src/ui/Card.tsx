/** Cards and their grid. */
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';

/** A surface with a border. `$lift` adds a hover style, for cards covered by one link. */
export const Card = styled.div<{ $lift?: boolean; $pad?: 'm' | 'l' }>`
  position: relative;
  display: flex;
  flex-direction: column;
  gap: ${token.space.sm};
  min-inline-size: 0;
  padding: ${({ $pad = 'l' }) => token.space[$pad]};
  background: ${token.color.surface};
  border: 1px solid ${token.color.border};
  border-radius: ${token.radius.m};
  box-shadow: ${token.shadow.s};
  ${({ $lift }) =>
    $lift &&
    `
    transition: border-color ${token.motion.quick}, box-shadow ${token.motion.quick};
    &:hover { border-color: ${token.color.primary}; box-shadow: ${token.shadow.m}; }
    h2 a::after, h3 a::after { position: absolute; inset: 0; content: ''; border-radius: ${token.radius.m}; }
    h2 a, h3 a { color: inherit; text-decoration: none; }
    h2 a:hover, h3 a:hover { color: ${token.color.primary}; }
    h2 a:focus-visible, h3 a:focus-visible { outline: none; }
    h2 a:focus-visible::after, h3 a:focus-visible::after { outline: 2px solid ${token.color.focus}; outline-offset: 2px; }
    button, a + a { z-index: 1; }
  `}
`;

/** The minimum width of a card in a grid, in rem, and the gap in CSS pixels. */
export const cardWidth = 17;
export const cardGap = 16;

const Grid = styled.ul.attrs({ role: 'list' })`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(${cardWidth}rem, 100%), 1fr));
  gap: ${cardGap}px;
  margin: 0;
  padding: 0;
  list-style: none;
  > li {
    display: grid;
    min-inline-size: 0;
  }
`;

type CardGridProps = {
  label: string;
  /** Hides the grid from screen readers. */
  hidden?: boolean;
  children: ReactNode;
};

/** Each child is an `<li>`; the cards of a row have the same height. */
export function CardGrid({ label, hidden = false, children }: CardGridProps) {
  return (
    <Grid aria-label={label} aria-hidden={hidden || undefined}>
      {children}
    </Grid>
  );
}

/** A button of the size of a card, for creating one. */
export const CardButton = styled.button.attrs({ type: 'button' })`
  display: flex;
  flex-direction: column;
  gap: ${token.space.s};
  align-items: center;
  justify-content: center;
  min-block-size: 8.5rem;
  padding: ${token.space.l};
  font-weight: 600;
  color: ${token.color.primary};
  background: transparent;
  border: 1.5px dashed ${token.color.edge};
  border-radius: ${token.radius.m};
  cursor: pointer;
  transition: background-color ${token.motion.quick};
  &:hover:not([aria-disabled='true']) {
    color: ${token.color.onPrimarySoft};
    background: ${token.color.primarySoft};
    border-color: ${token.color.primary};
  }
  &[aria-disabled='true'] {
    color: ${token.color.muted};
    cursor: not-allowed;
  }
`;

/** Text truncated to two lines; screen readers read all of it. */
export const Clamped = styled.p`
  display: -webkit-box;
  overflow: hidden;
  color: ${token.color.muted};
  -webkit-line-clamp: 2;
  -webkit-box-orient: vertical;
`;
