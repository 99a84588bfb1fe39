/** The grid, with a record beside it on wide screens. */
import styled from 'styled-components';
import { screen, token } from '#src/ui/theme/tokens.ts';

/** At this width records are cards. */
export const cardsQuery = '(max-width: 639px)';
/** Below this width a record opens in a dialog. */
export const sheetQuery = '(max-width: 1099px)';

/** Takes the rest of the window; the grid scrolls inside. */
export const SplitView = styled.div<{ $open: boolean }>`
  display: grid;
  flex: 1 1 16rem;
  grid-template-rows: minmax(0, 1fr);
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space.m};
  align-items: start;
  min-block-size: 16rem;
  ${screen.phone} {
    display: block;
    flex-basis: 24rem;
    min-block-size: 24rem;
    overflow: auto;
  }
  @media not all and ${sheetQuery} {
    ${({ $open }) => $open && 'grid-template-columns: minmax(0, 1fr) 22rem;'}
  }
`;
