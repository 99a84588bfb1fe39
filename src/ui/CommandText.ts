/** A command to type. It never wraps, since a break at a hyphen changes its meaning. */
import styled from 'styled-components';

export const CommandText = styled.code`
  display: inline-block;
`;
