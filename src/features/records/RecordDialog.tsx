/** One record in full: every value, or every envelope, with nothing cut off. */
import styled from 'styled-components';
import { token } from '#src/theme/tokens.ts';
import { CopyButton } from '#src/ui/CopyButton.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { Muted } from '#src/ui/layout.ts';
import type { GridRow } from './useGrid.ts';

const Values = styled.dl`
  display: grid;
  gap: ${token.space.s};
  margin: 0;
  > div:not(:last-child) {
    padding-block-end: ${token.space.s};
    border-block-end: 1px solid ${token.color.border};
  }
  dt {
    font-size: ${token.size.s};
    font-weight: 600;
    color: ${token.color.muted};
  }
  dd {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: ${token.space.sm};
    align-items: center;
    margin: 0;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  dd[data-sealed] > span {
    font-family: ${token.font.code};
    font-size: ${token.size.xs};
    color: ${token.color.muted};
  }
`;

type RecordDialogProps = { row: GridRow; names: readonly string[]; onClose: () => void };

export function RecordDialog({ row, names, onClose }: RecordDialogProps) {
  const { number, record, open } = row;
  return (
    <Dialog title={`Record ${number}`} onClose={onClose} reading>
      <Values>
        {names.map((name) => (
          <Value key={name} name={name} open={open?.[name]} sealed={record.data[name]} />
        ))}
        <Value name="Record ID" open={record.id} />
      </Values>
    </Dialog>
  );
}

type ValueProps = { name: string; open: string | number | undefined; sealed?: string | undefined };

function Value({ name, open, sealed }: ValueProps) {
  const text = open ?? sealed;
  return (
    <div>
      <dt>{name}</dt>
      {text === undefined ? (
        <dd>
          <Muted>no value</Muted>
        </dd>
      ) : (
        <dd data-sealed={open === undefined || undefined}>
          <span>{text}</span>
          <CopyButton value={String(text)} what={open === undefined ? `sealed ${name}` : name} />
        </dd>
      )}
    </div>
  );
}
