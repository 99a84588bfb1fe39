/** The text of a schema, with what is wrong in it said below while one types. */
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import styled from 'styled-components';
import { readSchemaText, sampleSchema } from '#src/lib/schemaText.ts';
import { token } from '#src/theme/tokens.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { TextArea } from '#src/ui/form/TextArea.tsx';
import { Stack } from '#src/ui/layout.ts';
import { syntaxPlace } from './syntaxPlace.ts';

const Code = styled(TextArea)`
  font-family: ${token.font.code};
  font-size: ${token.size.s};
  tab-size: 2;
  white-space: pre;
  overflow-wrap: normal;
`;

/** Named `schema` in its form. Tab moves on, as everywhere. */
export function SchemaEditor() {
  const area = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(sampleSchema);
  const shown = useDeferredValue(text);
  const { problems } = useMemo(() => readSchemaText(shown), [shown]);
  const place = problems[0]?.kind === 'syntax' ? syntaxPlace(shown) : null;

  const go = () => {
    if (!place) return;
    area.current?.focus();
    area.current?.setSelectionRange(place.offset, place.offset);
  };
  return (
    <Stack $gap="s">
      <Code
        ref={area}
        label="JSON Schema"
        name="schema"
        rows={16}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="none"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {problems.length > 0 && (
        <Banner
          tone="warning"
          title={place ? `Line ${place.line}, column ${place.column}` : 'The schema is not valid yet'}
          actions={
            place && (
              <Button size="s" onClick={go}>
                Go to line {place.line}
              </Button>
            )
          }
        >
          {place ? 'This is where the text stops being JSON.' : null}
          {!place && (
            <ul>
              {problems.map(({ message }) => (
                <li key={message}>{message}</li>
              ))}
            </ul>
          )}
        </Banner>
      )}
    </Stack>
  );
}
