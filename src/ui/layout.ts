/** Stacks and rows: the two ways parts stand together. */
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';

type Gap = keyof typeof token.space;

/** One under the other. */
export const Stack = styled.div<{ $gap?: Gap }>`
  display: flex;
  flex-direction: column;
  gap: ${({ $gap = 'm' }) => token.space[$gap]};
  min-inline-size: 0;
`;

/** Side by side, wrapping where the page is narrow. */
export const Row = styled.div<{ $gap?: Gap; $justify?: 'start' | 'end' | 'space-between' | 'center' }>`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: ${({ $justify = 'start' }) => $justify};
  gap: ${({ $gap = 's' }) => token.space[$gap]};
  min-inline-size: 0;
`;

/** Quiet words beside louder ones. */
export const Muted = styled.span`
  color: ${token.color.muted};
`;

/** A list without bullets; it keeps its role in every browser. */
export const PlainList = styled.ul.attrs({ role: 'list' })`
  margin: 0;
  padding: 0;
  list-style: none;
`;

/** Keeps forms at a width that the eye can follow. */
export const Narrow = styled.div`
  max-inline-size: 28rem;
`;
