/** The grid, with a record beside it on wide screens. */
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';

/** Below this width a record opens in a dialog. */
export const sheetQuery = '(max-width: 1099px)';

export const SplitView = styled.div<{ $open: boolean }>`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space.m};
  align-items: start;
  @media not all and ${sheetQuery} {
    ${({ $open }) => $open && 'grid-template-columns: minmax(0, 1fr) 22rem;'}
  }
`;
