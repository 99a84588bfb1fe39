/** Every value or envelope of a record, with buttons to peek and copy. */
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';
import { CopyButton } from '#src/ui/CopyButton.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import { Muted } from '#src/ui/layout.ts';
import { nameHint, sealedValue, titleOf, type RecordField, type RecordRow } from './recordRows.ts';
import type { PeekState } from './usePeek.ts';

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
    grid-template-columns: minmax(0, 1fr) auto auto;
    gap: ${token.space.xs};
    align-items: start;
    margin: 0;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  dd[data-sealed] > span {
    font-family: ${token.font.code};
    font-size: ${token.size.xs};
    word-break: break-all;
    color: ${token.color.muted};
  }
`;

type RecordValuesProps = { row: RecordRow; fields: readonly RecordField[]; peek: PeekState | null };

export function RecordValues({ row, fields, peek }: RecordValuesProps) {
  const { record, open, damaged } = row;
  const canPeek = (name: string) => peek?.readable.has(name) && record.data[name] !== undefined;
  return (
    <Values>
      {fields.map((field) => {
        const { name } = field;
        const [title, hint] = [titleOf(field), nameHint(field)];
        if (damaged?.includes(name)) return <DamagedValue key={name} name={title} hint={hint} />;
        const peeked = peek?.cell?.record.id === record.id && peek.cell.name === name;
        return (
          <Value key={name} name={title} hint={hint} open={open?.[name]} sealed={sealedValue(row, name)}>
            {peek && canPeek(name) && (
              <IconButton
                icon={peeked ? 'eyeOff' : 'eye'}
                size="s"
                label={peeked ? `Hide ${title}` : `Peek at ${title}`}
                pending={peeked && peek.opening}
                onClick={() => peek.toggle(record, name)}
              />
            )}
          </Value>
        );
      })}
      <Value name="Record ID" open={record.id} />
    </Values>
  );
}

const DamagedValue = ({ name, hint }: Pick<ValueProps, 'name' | 'hint'>) => (
  <div>
    <dt title={hint}>{name}</dt>
    <dd>
      <Muted>damaged: the service’s copy is lost or not what was uploaded</Muted>
    </dd>
  </div>
);

type ValueProps = {
  name: string;
  /** The name of the field, if its title says something else. */
  hint?: string | undefined;
  open?: string | number | undefined;
  sealed?: string | undefined;
  children?: ReactNode;
};

function Value({ name, hint, open, sealed, children }: ValueProps) {
  const text = open ?? sealed;
  return (
    <div>
      <dt title={hint}>{name}</dt>
      {text === undefined ? (
        <dd>
          <Muted>no value</Muted>
          {children}
        </dd>
      ) : (
        <dd data-sealed={open === undefined || undefined}>
          <span>{text}</span>
          {children}
          <CopyButton value={String(text)} valueName={open === undefined ? `sealed ${name}` : name} />
        </dd>
      )}
    </div>
  );
}
