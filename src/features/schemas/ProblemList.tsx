/** The problems of a schema's text, with buttons that go to each place and apply its fix. */
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';
import { Button } from '#src/ui/Button.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { PlainList } from '#src/ui/layout.ts';
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx';

/** A problem, with its position and fix if there are any. */
export type Problem = { message: string; line?: number; column?: number; fix?: { name: string } | null };

const Box = styled.section`
  padding: ${token.space.sm} ${token.space.m};
  background: ${token.toneSoft.warning};
  border: 1px solid color-mix(in srgb, ${token.tone.warning} 35%, transparent);
  border-radius: ${token.radius.m};
  h2 {
    display: flex;
    gap: ${token.space.s};
    align-items: center;
    font-size: ${token.size.m};
    svg {
      color: ${token.tone.warning};
    }
  }
`;
const Line = styled.li`
  display: flex;
  flex-wrap: wrap;
  gap: ${token.space.xs} ${token.space.sm};
  align-items: center;
  padding-block: ${token.space.s};
  &:last-child {
    padding-block-end: 0;
  }
  > span {
    flex: 1 1 20rem;
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
  small {
    display: block;
    font-size: ${token.size.xs};
    font-variant-numeric: tabular-nums;
    color: ${token.color.muted};
  }
`;

const countText = (count: number) => (count === 1 ? '1 problem' : `${count} problems`);

type Props = {
  problems: readonly Problem[];
  onGo: (problem: Problem) => void;
  onFix: (problem: Problem) => void;
};

/** Announces only the count to screen readers, since the list changes while typing. */
export function ProblemList({ problems, onGo, onFix }: Props) {
  return (
    <>
      <VisuallyHidden role="status">
        {problems.length > 0 && `${countText(problems.length)} in the schema`}
      </VisuallyHidden>
      {problems.length > 0 && (
        <Box aria-label="Problems in the schema">
          <h2>
            <Icon name="warning" size={18} />
            {countText(problems.length)}
          </h2>
          <PlainList>
            {problems.map((problem) => (
              <Line key={`${problem.line} ${problem.message}`}>
                <span>
                  {problem.line !== undefined && (
                    <small>
                      Line {problem.line}, column {problem.column}
                    </small>
                  )}
                  {problem.message}
                </span>
                {problem.fix && (
                  <Button size="s" icon="plus" onClick={() => onFix(problem)}>
                    {problem.fix.name}
                  </Button>
                )}
                {problem.line !== undefined && (
                  <Button size="s" onClick={() => onGo(problem)}>
                    Go to line {problem.line}
                  </Button>
                )}
              </Line>
            ))}
          </PlainList>
        </Box>
      )}
    </>
  );
}
