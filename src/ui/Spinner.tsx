/** A spinner, decorative: the busy element has to be labelled as such. */
import styled, { keyframes } from 'styled-components';

const turn = keyframes`
  to { transform: rotate(1turn); }
`;

export const Spinner = styled.span.attrs({ 'aria-hidden': true })`
  flex: none;
  inline-size: 1.1em;
  block-size: 1.1em;
  border: 2px solid currentcolor;
  border-inline-end-color: transparent;
  border-radius: 50%;
  animation: ${turn} 700ms linear infinite;
`;
