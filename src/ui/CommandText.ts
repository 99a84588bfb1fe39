/** A command to type: it goes to the next line whole, as a line that ends at its hyphen reads as another command. */
import styled from 'styled-components';

export const CommandText = styled.code`
  display: inline-block;
`;
