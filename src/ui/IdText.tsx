/** An id or another long word of a machine: shown in a line that ends in dots where it must, whole to the clipboard. */
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
  /** With a button to copy it: what is copied, for the button's name. */
  copies?: string;
  /** How many characters show at most. */
  chars?: number;
};

export function IdText({ value, copies, chars = 24 }: IdTextProps) {
  return (
    <Line $chars={chars}>
      <code title={value}>{value}</code>
      {copies !== undefined && <CopyButton value={value} what={copies} />}
    </Line>
  );
}
