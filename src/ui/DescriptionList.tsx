/** A list of names and values. */
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { screen, token } from '#src/ui/theme/tokens.ts';

const List = styled.dl`
  display: grid;
  grid-template-columns: minmax(8rem, 14rem) minmax(0, 1fr);
  gap: ${token.space.sm} ${token.space.m};
  margin: 0;
  dt {
    color: ${token.color.muted};
  }
  dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
  ${screen.phone} {
    grid-template-columns: minmax(0, 1fr);
    gap: ${token.space.xs};
    dd {
      margin-block-end: ${token.space.s};
    }
  }
`;

export type Description = { name: string; value: ReactNode };

export function DescriptionList({ facts }: { facts: readonly Description[] }) {
  return (
    <List>
      {facts.map(({ name, value }) => [<dt key={`${name} name`}>{name}</dt>, <dd key={name}>{value}</dd>])}
    </List>
  );
}
