/** The skip link, first in the tab order. */
import styled from 'styled-components';
import { zIndex } from '#src/ui/theme/zIndex.ts';
import { token } from '#src/ui/theme/tokens.ts';

const Skip = styled.a`
  position: fixed;
  inset: ${token.space.s} auto auto ${token.space.s};
  z-index: ${zIndex.skipLink};
  padding: ${token.space.s} ${token.space.m};
  font-weight: 600;
  color: ${token.color.onPrimary};
  background: ${token.color.primary};
  border-radius: ${token.radius.s};
  &:not(:focus) {
    translate: 0 -200%;
  }
`;

/** Focuses the element with the id `main`, without changing the address. */
export function SkipLink() {
  return (
    <Skip
      href="#main"
      onClick={(event) => {
        event.preventDefault();
        document.getElementById('main')?.focus();
      }}
    >
      Skip to content
    </Skip>
  );
}
