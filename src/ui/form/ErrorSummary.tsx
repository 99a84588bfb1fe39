/** The list of fields with errors; each links to its field. */
import type { RefObject } from 'react';
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';
import type { FieldProblem } from './problems.ts';

const List = styled.div`
  padding: ${token.space.sm} ${token.space.m};
  background: ${token.toneSoft.error};
  border: 1px solid ${token.tone.error};
  border-radius: ${token.radius.s};
  &:focus-visible {
    outline-offset: 1px;
  }
  p {
    font-weight: 600;
  }
  ul {
    padding-inline-start: 1.2em;
  }
  li {
    min-block-size: 24px;
  }
  a {
    color: ${token.tone.error};
  }
`;

export function ErrorSummary({
  lines,
  ref,
}: {
  lines: readonly FieldProblem[];
  ref: RefObject<HTMLDivElement | null>;
}) {
  return (
    <List ref={ref} tabIndex={-1} role="group" aria-label={`${lines.length} fields need attention`}>
      <p>{lines.length} fields need attention</p>
      <ul>
        {lines.map((line) => (
          <li key={line.id}>
            <a
              href={`#${line.id}`}
              onClick={(event) => {
                event.preventDefault();
                document.getElementById(line.id)?.focus();
              }}
            >
              {line.error.includes(line.label) ? line.error : `${line.label}: ${line.error}`}
            </a>
          </li>
        ))}
      </ul>
    </List>
  );
}
