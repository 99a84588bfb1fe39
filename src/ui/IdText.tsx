/** An id or another long word of a machine: shown in a line that ends in dots where it must, whole to the clipboard. */
import styled from 'styled-components';
import { token } from '#src/theme/tokens.ts';
import { CopyButton } from './CopyButton.tsx';

const Line = styled.span`
  display: flex;
  gap: ${token.space.xs};
  align-items: center;
  min-inline-size: 0;
  code {
    min-inline-size: 0;
    max-inline-size: 24ch;
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
};

export function IdText({ value, copies }: IdTextProps) {
  return (
    <Line>
      <code title={value}>{value}</code>
      {copies !== undefined && <CopyButton value={value} what={copies} />}
    </Line>
  );
}
