/** How lists of people and differences are set. */
import styled from 'styled-components';
import { token } from '#src/theme/tokens.ts';
import { PlainList } from '#src/ui/layout.ts';

/** One line for each, with room between them. */
export const Lines = styled(PlainList)`
  display: grid;
  gap: ${token.space.s};
`;
