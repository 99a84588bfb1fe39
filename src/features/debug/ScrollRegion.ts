/** A scrolling region of limited height. It takes the focus, so that the keyboard can scroll it. */
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';

export const ScrollRegion = styled.section.attrs({ tabIndex: 0 })`
  max-block-size: 28rem;
  overflow: auto;
  border-radius: ${token.radius.m};
`;
