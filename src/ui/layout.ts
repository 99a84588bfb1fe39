/** Layout primitives. */
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';

type Gap = keyof typeof token.space;

/** Children below each other. */
export const Stack = styled.div<{ $gap?: Gap }>`
  display: flex;
  flex-direction: column;
  gap: ${({ $gap = 'm' }) => token.space[$gap]};
  min-inline-size: 0;
`;

/** Children beside each other, wrapping. */
export const Row = styled.div<{ $gap?: Gap; $justify?: 'start' | 'end' | 'space-between' | 'center' }>`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: ${({ $justify = 'start' }) => $justify};
  gap: ${({ $gap = 's' }) => token.space[$gap]};
  min-inline-size: 0;
`;

export const Muted = styled.span`
  color: ${token.color.muted};
`;

/** A list without bullets. The explicit role is for Safari, which drops it otherwise. */
export const PlainList = styled.ul.attrs({ role: 'list' })`
  margin: 0;
  padding: 0;
  list-style: none;
`;

/** Limits the width of forms. Takes no space if it is empty, as around the search field of a short list. */
export const Narrow = styled.div`
  max-inline-size: 28rem;
  &:empty {
    display: none;
  }
`;
