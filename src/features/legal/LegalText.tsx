/** A legal text in sections, under a heading of the level above `heading`. */
import styled from 'styled-components';
import { token } from '#src/theme/tokens.ts';
import { Stack } from '#src/ui/layout.ts';
import type { Section } from './terms.ts';

const Part = styled.section`
  display: flex;
  flex-direction: column;
  gap: ${token.space.s};
  max-inline-size: 70ch;
`;

type Props = { sections: readonly Section[]; heading: 'h2' | 'h3' };

export function LegalText({ sections, heading: Heading }: Props) {
  return (
    <Stack $gap="l">
      {sections.map(({ title, paragraphs }) => (
        <Part key={title}>
          <Heading>{title}</Heading>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </Part>
      ))}
    </Stack>
  );
}
