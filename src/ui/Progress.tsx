/** A progress bar. */
import { useEffect, useRef } from 'react';
import styled, { keyframes } from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';

const wander = keyframes`
  from { translate: -100%; }
  to { translate: 250%; }
`;
const Track = styled.div`
  inline-size: 100%;
  block-size: 8px;
  overflow: hidden;
  background: ${token.color.sunken};
  border: 1px solid ${token.color.border};
  border-radius: ${token.radius.pill};
`;
/* A CSS variable, because each new value would create a new class. The bar is translated, not resized, which
   needs no layout, and moves in steps: without a graphics processor, a smooth bar takes a fifth of a processor. */
const Fill = styled.div<{ $known: boolean }>`
  inline-size: ${({ $known }) => ($known ? '100%' : '40%')};
  block-size: 100%;
  background: linear-gradient(90deg, ${token.color.secondary}, ${token.color.primary});
  border-radius: inherit;
  translate: ${({ $known }) => ($known ? 'calc((var(--share, 0) - 1) * 100%)' : 'none')};
  animation: ${({ $known }) => ($known ? 'none' : wander)} 1.4s ease-in-out infinite;
  @media (forced-colors: active) {
    background: Highlight;
  }
`;

export type ProgressProps = {
  label: string;
  /** From 0 to `max`; undefined: indeterminate. */
  value?: number | undefined;
  max?: number;
  /** The value as text: "1 200 of 60 000 records, 2 %". */
  text?: string;
};

export function Progress({ label, value, max = 100, text }: ProgressProps) {
  const fill = useRef<HTMLDivElement>(null);
  const share = value === undefined || max <= 0 ? undefined : Math.min(1, Math.max(0, value / max));
  useEffect(() => {
    fill.current?.style.setProperty('--share', String(share ?? 0));
  }, [share]);
  const range =
    share === undefined ? {} : { 'aria-valuenow': value, 'aria-valuemin': 0, 'aria-valuemax': max };
  return (
    <Track role="progressbar" aria-label={label} aria-valuetext={text} {...range}>
      <Fill ref={fill} $known={share !== undefined} />
    </Track>
  );
}
