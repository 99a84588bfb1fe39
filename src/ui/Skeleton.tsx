/** A placeholder for loading content. Screen readers get the label instead. */
import styled, { keyframes } from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';
import { Card, CardGrid } from './Card.tsx';
import { VisuallyHidden } from './VisuallyHidden.tsx';

const breathe = keyframes`
  50% { opacity: 0.45; }
`;
const SkeletonLine = styled.div`
  block-size: 1em;
  background: color-mix(in srgb, ${token.color.border} 80%, ${token.color.sunken});
  border-radius: ${token.radius.s};
  animation: ${breathe} 1.6s ease-in-out infinite;
  &:nth-child(3n + 2) {
    inline-size: 82%;
  }
  &:nth-child(3n) {
    inline-size: 64%;
  }
`;
const SkeletonLines = styled.div<{ $lineHeight: string }>`
  display: grid;
  gap: ${token.space.sm};
  > ${SkeletonLine} {
    block-size: ${({ $lineHeight }) => $lineHeight};
  }
`;

const SkeletonTable = styled.div`
  overflow: hidden;
  background: ${token.color.surface};
  border: 1px solid ${token.color.border};
  border-radius: ${token.radius.m};
`;
/* As high as a row of `Table`. */
const SkeletonRow = styled.div<{ $rowHeight: string }>`
  display: grid;
  grid-auto-flow: column;
  grid-auto-columns: minmax(0, 1fr);
  gap: ${token.space.l};
  align-items: center;
  block-size: ${({ $rowHeight }) => $rowHeight};
  padding-inline: ${token.space.m};
  &:first-child {
    background: ${token.color.sunken};
  }
  + & {
    border-block-start: 1px solid ${token.color.border};
  }
`;
const SkeletonCard = styled(Card)`
  min-block-size: 8.5rem;
`;

type SkeletonProps = {
  /** "Loading datasets". */
  label?: string;
  /** The shape of the loading content: lines of text or controls, a table with its header, or a grid of cards. */
  shape?: SkeletonShape;
  /** The number of lines of text, rows of a table below its header, or cards. */
  lines?: number;
  /** The height of a line or a row, as a CSS length. */
  lineHeight?: string;
  /** The number of columns of a table. */
  columns?: number;
};

export type SkeletonShape = 'lines' | 'table' | 'cards';

const lineHeights = { lines: '1em', table: '44px', cards: '1em' } satisfies Record<SkeletonShape, string>;

/** Phones show few columns of a table. */
const maxColumns = 8;

const range = (length: number) => Array.from({ length }, (_, at) => at);

export function Skeleton(props: SkeletonProps) {
  const { label = 'Loading', shape = 'lines', lines = 3, columns = 4 } = props;
  const { lineHeight = lineHeights[shape] } = props;
  return (
    <div role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      {shape === 'lines' && (
        <SkeletonLines $lineHeight={lineHeight} aria-hidden>
          {range(lines).map((at) => (
            <SkeletonLine key={at} />
          ))}
        </SkeletonLines>
      )}
      {shape === 'table' && (
        <SkeletonTable aria-hidden>
          {range(lines + 1).map((row) => (
            <SkeletonRow key={row} $rowHeight={lineHeight}>
              {range(Math.min(columns, maxColumns)).map((column) => (
                <SkeletonLine key={column} />
              ))}
            </SkeletonRow>
          ))}
        </SkeletonTable>
      )}
      {shape === 'cards' && (
        <CardGrid label={label} hidden>
          {range(lines).map((at) => (
            <li key={at}>
              <SkeletonCard>
                <SkeletonLine />
                <SkeletonLine />
                <SkeletonLine />
              </SkeletonCard>
            </li>
          ))}
        </CardGrid>
      )}
    </div>
  );
}
