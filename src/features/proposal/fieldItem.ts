/** The frame of a field in a form. */
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';

export const FieldItem = styled.li`
  display: grid;
  gap: ${token.space.sm};
  padding: ${token.space.m};
  background: ${token.color.surface};
  border: 1px solid ${token.color.border};
  border-radius: ${token.radius.m};
`;
