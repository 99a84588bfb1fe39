/** A placeholder for loading content. Screen readers get the label instead. */
import styled, { keyframes } from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';
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

type SkeletonProps = {
  /** "Loading datasets". */
  label?: string;
  lines?: number;
  /** The height of a line, as a CSS length. */
  lineHeight?: string;
};

export function Skeleton({ label = 'Loading', lines = 3, lineHeight = '1em' }: SkeletonProps) {
  return (
    <div role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      <SkeletonLines $lineHeight={lineHeight} aria-hidden>
        {Array.from({ length: lines }, (_, at) => (
          <SkeletonLine key={at} />
        ))}
      </SkeletonLines>
    </div>
  );
}
