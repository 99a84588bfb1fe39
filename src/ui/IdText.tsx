/** An id, truncated with an ellipsis, with a button that copies all of it. */
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';
import { CopyButton } from './CopyButton.tsx';

const Line = styled.span<{ $chars: number }>`
  display: flex;
  gap: ${token.space.xs};
  align-items: center;
  min-inline-size: 0;
  code {
    min-inline-size: 0;
    max-inline-size: ${({ $chars }) => $chars}ch;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  button {
    flex: none;
  }
`;

export type IdTextProps = {
  value: string;
  /** Adds a copy button; the name of the value for its label. */
  copyName?: string;
  /** The maximum number of visible characters. */
  chars: number;
};

export function IdText({ value, copyName, chars }: IdTextProps) {
  return (
    <Line $chars={chars}>
      <code title={value}>{value}</code>
      {copyName !== undefined && <CopyButton value={value} valueName={copyName} />}
    </Line>
  );
}
