/** A group of inputs under a legend. */
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';

export const Fieldset = styled.fieldset`
  min-inline-size: 0;
  margin: 0;
  padding: 0;
  border: 0;
  legend {
    padding: 0 0 ${token.space.s};
    font-size: ${token.size.s};
    font-weight: 600;
  }
`;
