/** One row of the filter builder: a column, how to compare, and with what. */
import { useId } from 'react';
import styled from 'styled-components';
import type { Field } from '@cloakroom/contract/fields.ts';
import type { Operator } from '@cloakroom/contract/records.ts';
import { emptyRow, operatorsOf, type FilterRow } from './recordFilters.ts';
import { screen, token } from '#src/ui/theme/tokens.ts';
import { FieldError } from '#src/ui/form/Field.tsx';
import { NativeSelect } from '#src/ui/form/NativeSelect.tsx';
import { Input } from '#src/ui/form/TextField.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';

const Line = styled.div.attrs({ role: 'group' })`
  display: grid;
  grid-template-columns: minmax(8rem, 14rem) 7.5rem minmax(10rem, 22rem) auto;
  gap: ${token.space.s};
  align-items: center;
  ${screen.phone} {
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

/* The one row that stays has no use for it: it steps back. */
const Remove = styled(IconButton)`
  &[aria-disabled='true']:not([aria-busy]) {
    background: transparent;
    border-color: transparent;
    opacity: 0.55;
  }
`;

/** As many values as a select can take. */
const maxOptions = 5000;

export type FilterRowFieldsProps = {
  /** From 1, for its name. */
  number: number;
  row: FilterRow;
  fields: readonly Field[];
  problem: string | null;
  onChange: (row: FilterRow) => void;
  /** Why it can't be removed. */
  kept: string | undefined;
  onRemove: () => void;
};

export function FilterRowFields({
  number,
  row,
  fields,
  problem,
  onChange,
  kept,
  onRemove,
}: FilterRowFieldsProps) {
  const id = useId();
  const field = fields.find(({ name }) => name === row.column);
  const hints = hintsOf(field, row.operator);
  const named = (what: string) => `${what} of filter ${number}`;
  const change = (part: Partial<FilterRow>) => onChange({ ...row, ...part });
  const told = problem === null ? {} : { 'aria-invalid': true, 'aria-describedby': `${id}-error` };
  return (
    <Line aria-label={`Filter ${number}`}>
      <NativeSelect
        aria-label={named('Column')}
        value={row.column}
        onChange={({ target }) => onChange({ ...emptyRow, column: target.value })}
      >
        <option value="">Column…</option>
        {fields.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </NativeSelect>
      <NativeSelect
        aria-label={named('Operator')}
        value={row.operator}
        onChange={({ target }) => change({ operator: target.value as Operator })}
      >
        {operatorsOf(field).map((operator) => (
          <option key={operator}>{operator}</option>
        ))}
      </NativeSelect>
      <Values>
        <Value
          label={named('Value')}
          hint={hints.first}
          field={field}
          told={told}
          value={row.value}
          onValue={(value) => change({ value })}
        />
        {row.operator === 'between' && (
          <>
            <And>and</And>
            <Value
              label={named('Second value')}
              hint={hints.second}
              field={field}
              told={told}
              value={row.value2}
              onValue={(value2) => change({ value2 })}
            />
          </>
        )}
      </Values>
      <Remove icon="close" label={`Remove filter ${number}`} unavailable={kept} onClick={onRemove} />
      {problem !== null && (
        <Problem>
          <FieldError id={id}>{problem}</FieldError>
        </Problem>
      )}
    </Line>
  );
}

/** What may be typed: the field's bounds, which the schema tells anyhow. */
function hintsOf(field: Field | undefined, operator: Operator): { first: string; second: string } {
  if (!field || field.type === 'string') return { first: 'Value', second: '' };
  const { minimum, maximum } = field;
  return operator === 'between'
    ? { first: String(minimum), second: String(maximum) }
    : { first: `${minimum} to ${maximum}`, second: '' };
}

type ValueProps = {
  label: string;
  /** What is shown while nothing is typed. */
  hint: string;
  field: Field | undefined;
  value: string;
  told: object;
  onValue: (value: string) => void;
};

/** A list to choose from where the schema has one, else a box to type in. */
function Value({ label, hint, field, value, told, onValue }: ValueProps) {
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
        {...told}
        onChange={({ target }) => onValue(target.value)}
      />
    </span>
  );
}
