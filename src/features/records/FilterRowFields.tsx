/** One row of the filter builder: a column, an operator and its values. */
import { useEffect, useId, useRef } from 'react';
import styled from 'styled-components';
import type { Field } from '@cloakroom/contract/fields.ts';
import type { Operator } from '@cloakroom/contract/records.ts';
import { emptyRow, operatorsOf, type FilterRow } from './recordFilters.ts';
import { nameHint, titleOf, type RecordField } from './recordRows.ts';
import { screen, token } from '#src/ui/theme/tokens.ts';
import { FieldError } from '#src/ui/form/Field.tsx';
import { NativeSelect } from '#src/ui/form/NativeSelect.tsx';
import { Input } from '#src/ui/form/TextField.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';

const Line = styled.div.attrs({ role: 'group' })`
  display: grid;
  grid-template-columns: 9rem 5.5rem minmax(9rem, 11rem) auto;
  gap: ${token.space.s};
  align-items: center;
  ${screen.phone} {
    inline-size: 100%;
    grid-template-columns: minmax(0, 1fr) 7.5rem auto;
  }
`;
const Values = styled.div`
  display: flex;
  gap: ${token.space.s};
  align-items: center;
  min-inline-size: 0;
  > span {
    flex: 1;
    min-inline-size: 0;
  }
  ${screen.phone} {
    grid-column: 1 / -1;
    grid-row: 2;
  }
`;
const And = styled.em`
  font-style: normal;
  color: ${token.color.muted};
`;
const Problem = styled.div`
  grid-column: 1 / -1;
`;

/* Less prominent while disabled, as it is for the only row. */
const Remove = styled(IconButton)`
  &[aria-disabled='true']:not([aria-busy]) {
    background: transparent;
    border-color: transparent;
    opacity: 0.55;
  }
`;

/** Options shown in the list of an enum. */
const maxOptions = 5000;

export type FilterRowFieldsProps = {
  /** From 1, used in the labels. */
  number: number;
  row: FilterRow;
  fields: readonly RecordField[];
  problem: string | null;
  /** Takes the focus when it appears. */
  focused?: boolean;
  onChange: (row: FilterRow) => void;
  /** Why the row can't be removed. */
  removeObstacle: string | undefined;
  onRemove: () => void;
};

export function FilterRowFields({
  number,
  row,
  fields,
  problem,
  focused = false,
  onChange,
  removeObstacle,
  onRemove,
}: FilterRowFieldsProps) {
  const id = useId();
  const column = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    if (focused) column.current?.focus();
  }, [focused]);
  const field = fields.find(({ name }) => name === row.column);
  const hints = hintsOf(field, row.operator);
  const labelFor = (what: string) => `${what} of filter ${number}`;
  const change = (changes: Partial<FilterRow>) => onChange({ ...row, ...changes });
  const errorProps = problem === null ? {} : { 'aria-invalid': true, 'aria-describedby': `${id}-error` };
  return (
    <Line aria-label={`Filter ${number}`}>
      <NativeSelect
        ref={column}
        aria-label={labelFor('Column')}
        value={row.column}
        onChange={({ target }) => onChange({ ...emptyRow, column: target.value })}
      >
        <option value="">Column…</option>
        {fields.map((each) => (
          <option key={each.name} value={each.name} title={nameHint(each)}>
            {titleOf(each)}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect
        aria-label={labelFor('Operator')}
        value={row.operator}
        onChange={({ target }) => change({ operator: target.value as Operator })}
      >
        {operatorsOf(field).map((operator) => (
          <option key={operator}>{operator}</option>
        ))}
      </NativeSelect>
      <Values>
        <Value
          label={labelFor('Value')}
          hint={hints.first}
          field={field}
          errorProps={errorProps}
          value={row.value}
          onValue={(value) => change({ value })}
        />
        {row.operator === 'between' && (
          <>
            <And>and</And>
            <Value
              label={labelFor('Second value')}
              hint={hints.second}
              field={field}
              errorProps={errorProps}
              value={row.value2}
              onValue={(value2) => change({ value2 })}
            />
          </>
        )}
      </Values>
      <Remove
        icon="close"
        label={`Remove filter ${number}`}
        unavailable={removeObstacle}
        onClick={onRemove}
      />
      {problem !== null && (
        <Problem>
          <FieldError id={id}>{problem}</FieldError>
        </Problem>
      )}
    </Line>
  );
}

/** Placeholders with the field's bounds, which are public in the schema. */
function hintsOf(field: Field | undefined, operator: Operator): { first: string; second: string } {
  if (!field || field.type === 'string') return { first: 'Value', second: '' };
  const { minimum, maximum } = field;
  return operator === 'between'
    ? { first: String(minimum), second: String(maximum) }
    : { first: `${minimum} to ${maximum}`, second: '' };
}

type ValueProps = {
  label: string;
  /** The placeholder. */
  hint: string;
  field: Field | undefined;
  value: string;
  errorProps: object;
  onValue: (value: string) => void;
};

/** A select for an enum field, a text input for every other. */
function Value({ label, hint, field, value, errorProps, onValue }: ValueProps) {
  if (field?.type === 'string' && field.enum) {
    return (
      <NativeSelect aria-label={label} value={value} onChange={({ target }) => onValue(target.value)}>
        <option value="">Value…</option>
        {field.enum.slice(0, maxOptions).map((each) => (
          <option key={each}>{each}</option>
        ))}
      </NativeSelect>
    );
  }
  const number = field && field.type !== 'string';
  return (
    <span>
      <Input
        aria-label={label}
        value={value}
        inputMode={number ? 'decimal' : 'text'}
        placeholder={hint}
        autoComplete="off"
        spellCheck={false}
        {...errorProps}
        onChange={({ target }) => onValue(target.value)}
      />
    </span>
  );
}
