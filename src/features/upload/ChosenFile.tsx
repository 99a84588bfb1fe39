/** The chosen file: its name, its size, and a button to clear it. */
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import { formatBytes } from '#src/shared/format/counts.ts';

const Line = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  gap: ${token.space.sm};
  align-items: center;
  padding: ${token.space.sm} ${token.space.m};
  background: ${token.color.sunken};
  border: 1px solid ${token.color.border};
  border-radius: ${token.radius.m};
  > svg {
    color: ${token.color.primary};
  }
  strong {
    display: block;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  span {
    font-size: ${token.size.s};
    color: ${token.color.muted};
  }
`;

type ChosenFileProps = {
  file: File;
  id?: string;
  /** Without it there is no clear button. */
  onClear?: () => void;
};

export function ChosenFile({ file, id, onClear }: ChosenFileProps) {
  return (
    <Line>
      <Icon name="file" size={24} />
      <div id={id}>
        <strong title={file.name}>{file.name}</strong>
        <span>{formatBytes(file.size)}</span>
      </div>
      {onClear && <IconButton icon="close" label={`Clear ${file.name}`} onClick={onClear} />}
    </Line>
  );
}
