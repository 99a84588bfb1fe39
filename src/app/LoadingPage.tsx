/** The placeholder while the code of the first page loads, shown after a short delay. */
import styled, { keyframes } from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';
import { Skeleton } from '#src/ui/Skeleton.tsx';

const appear = keyframes`
  from { opacity: 0; }
`;
const Main = styled.main`
  max-inline-size: 40rem;
  padding: 20vh ${token.space.m} 0;
  margin: 0 auto;
  animation: ${appear} 0.2s 0.4s backwards;
`;

export function LoadingPage() {
  return (
    <Main>
      <Skeleton label="Loading the page" lines={4} lineHeight="2em" />
    </Main>
  );
}
