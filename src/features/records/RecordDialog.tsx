/** One record in full: every value, or every envelope, with nothing cut off. */
import styled from 'styled-components';
import { token } from '#src/theme/tokens.ts';
import { CopyButton } from '#src/ui/CopyButton.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { Muted } from '#src/ui/layout.ts';
import type { GridRow } from './useGrid.ts';

const Values = styled.dl`
  display: grid;
  gap: ${token.space.sm};
  margin: 0;
  > div {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 2px ${token.space.sm};
    align-items: center;
    padding-block-end: ${token.space.s};
    border-block-end: 1px solid ${token.color.border};
  }
  dt {
    font-size: ${token.size.s};
    font-weight: 600;
    color: ${token.color.muted};
  }
  dd {
    grid-column: 1;
    margin: 0;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  dd[data-sealed] {
    font-family: ${token.font.code};
    font-size: ${token.size.xs};
    color: ${token.color.muted};
  }
  button {
    grid-row: 1 / span 2;
    grid-column: 2;
  }
`;

type RecordDialogProps = { row: GridRow; names: readonly string[]; onClose: () => void };

export function RecordDialog({ row, names, onClose }: RecordDialogProps) {
  const { number, record, open } = row;
  return (
    <Dialog title={`Record ${number}`} onClose={onClose} reading>
      <Values>
        {names.map((name) => {
          const value = open?.[name];
          const text = value ?? record.data[name];
          return (
            <div key={name}>
              <dt>{name}</dt>
              {text === undefined ? (
                <dd>
                  <Muted>no value</Muted>
                </dd>
              ) : (
                <>
                  <dd data-sealed={value === undefined || undefined}>{text}</dd>
                  <CopyButton value={String(text)} what={value === undefined ? `sealed ${name}` : name} />
                </>
              )}
            </div>
          );
        })}
        <div>
          <dt>Record ID</dt>
          <dd data-sealed>{record.id}</dd>
          <CopyButton value={record.id} what="record ID" />
        </div>
      </Values>
    </Dialog>
  );
}
