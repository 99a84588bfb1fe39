/** Content for screen readers only. */
import styled, { css } from 'styled-components';

/** The styles, for elements that are hidden only sometimes. */
export const hidden = css`
  position: absolute;
  inline-size: 1px;
  block-size: 1px;
  margin: -1px;
  padding: 0;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
  border: 0;
`;

export const VisuallyHidden = styled.span`
  ${hidden}
`;
