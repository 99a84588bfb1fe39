/** A region of its own height in which long lists scroll; it takes a name and the focus. */
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';

export const ScrollRegion = styled.section.attrs({ tabIndex: 0 })`
  max-block-size: 28rem;
  overflow: auto;
  border-radius: ${token.radius.m};
`;
