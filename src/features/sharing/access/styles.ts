/** Styles of the access lists. */
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';

/** The subject on the left, actions on the right. */
export const AccessRow = styled.li`
  display: flex;
  gap: ${token.space.sm};
  align-items: center;
  justify-content: space-between;
  padding-block: ${token.space.s};
  border-block-start: 1px solid ${token.color.border};
`;
