/** A legal text in sections. */
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

export function LegalText({ sections }: { sections: readonly Section[] }) {
  return (
    <Stack $gap="l">
      {sections.map(({ title, paragraphs }) => (
        <Part key={title}>
          <h3>{title}</h3>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </Part>
      ))}
    </Stack>
  );
}
