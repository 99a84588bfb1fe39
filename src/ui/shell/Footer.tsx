/** The footer of every page: copyright and links. */
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { screen, token } from '#src/ui/theme/tokens.ts';

const Foot = styled.footer`
  display: flex;
  flex-wrap: wrap;
  gap: ${token.space.xs} ${token.space.l};
  align-items: center;
  justify-content: space-between;
  padding: ${token.space.m};
  font-size: ${token.size.s};
  line-height: 1.5;
  color: ${token.color.muted};
  ${screen.wide} {
    padding-inline: ${token.space.xl};
  }
  nav {
    display: flex;
    flex-wrap: wrap;
    gap: ${token.space.xs} ${token.space.m};
  }
  a {
    display: inline-block;
    padding-block: 2px;
    color: inherit;
    text-decoration: none;
  }
  a:hover {
    color: ${token.color.primary};
    text-decoration: underline;
  }
`;

export function Footer({ copyright, children }: { copyright: string; children: ReactNode }) {
  return (
    <Foot>
      <span>{copyright}</span>
      <nav aria-label="About">{children}</nav>
    </Foot>
  );
}
