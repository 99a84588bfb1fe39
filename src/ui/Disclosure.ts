/** A summary that reveals more text. */
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';

export const Disclosure = styled.details`
  summary {
    inline-size: fit-content;
    min-block-size: 24px;
    color: ${token.color.secondary};
    cursor: pointer;
  }
`;
