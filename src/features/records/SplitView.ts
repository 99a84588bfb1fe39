/** The grid, and where there is room for it, a record beside it. */
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';

/** Below this width a record comes as a sheet over the page. */
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
