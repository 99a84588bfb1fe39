/** The sections of a legal text, with headings of the given level. */
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';
import { Stack } from '#src/ui/layout.ts';
import type { Section } from './section.ts';

const TextSection = styled.section`
  display: flex;
  flex-direction: column;
  gap: ${token.space.s};
  max-inline-size: 70ch;
  ul {
    display: flex;
    flex-direction: column;
    gap: ${token.space.xs};
    padding-inline-start: ${token.space.l};
  }
`;

type Props = { sections: readonly Section[]; heading: 'h2' | 'h3' };

const paragraphsOf = (texts: readonly string[]) => texts.map((text) => <p key={text}>{text}</p>);

export function LegalText({ sections, heading: Heading }: Props) {
  return (
    <Stack $gap="l">
      {sections.map(({ title, paragraphs, points = [], closing = [] }) => (
        <TextSection key={title}>
          <Heading>{title}</Heading>
          {paragraphsOf(paragraphs)}
          {points.length > 0 && (
            <ul>
              {points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          )}
          {paragraphsOf(closing)}
        </TextSection>
      ))}
    </Stack>
  );
}
