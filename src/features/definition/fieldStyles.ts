/** The styles of a field that is edited. */
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';

export const Item = styled.li`
  display: grid;
  gap: ${token.space.sm};
  padding: ${token.space.m};
  background: ${token.color.surface};
  border: 1px solid ${token.color.border};
  border-radius: ${token.radius.m};
`;
export const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${token.space.xs} ${token.space.m};
  align-items: center;
  overflow-wrap: anywhere;
`;
export const Inputs = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr));
  gap: ${token.space.sm};
  align-items: end;
`;
