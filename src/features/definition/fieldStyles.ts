/** The styles of an edited field. */
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';

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
