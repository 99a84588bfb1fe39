/** The range of a number field, or the choices of a text field. */
import { useState } from 'react';
import styled from 'styled-components';
import type { Property } from '#src/machines/proposal/fields.ts';
import { TextArea } from '#src/ui/form/TextArea.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';
import { token } from '#src/ui/theme/tokens.ts';
import type { Kind } from './fieldKinds.ts';

const Numbers = styled.div`
  display: grid;
  grid-auto-flow: column;
  grid-auto-columns: minmax(0, 1fr);
  gap: ${token.space.s};
`;
const Nothing = styled.div`
  display: flex;
  align-items: center;
  min-block-size: ${token.control.m};
  /* Beside controls with a label above them. */
  margin-block-start: calc(1.5 * ${token.size.s} + 6px);
  font-size: ${token.size.s};
  color: ${token.color.muted};
  @media (max-width: 1099px) {
    display: none;
  }
`;

type NumberFieldProps = {
  label: string;
  name: string;
  value: unknown;
  onChange: (value: number | undefined) => void;
};

/** Keeps the text while it is being typed, since `1.` and `-` are not numbers yet. */
function NumberField({ label, name, value, onChange }: NumberFieldProps) {
  const [text, setText] = useState('');
  const typed = text.trim() === '' ? undefined : Number(text);
  const isTyped = value === undefined || Number.isNaN(value) || typed === value;
  return (
    <TextField
      label={label}
      name={name}
      inputMode="decimal"
      autoComplete="off"
      value={isTyped || typeof value !== 'number' ? text : String(value)}
      onChange={({ target }) => {
        setText(target.value);
        const number = Number(target.value);
        onChange(target.value.trim() === '' || !Number.isFinite(number) ? undefined : number);
      }}
    />
  );
}

type LimitFieldsProps = {
  id: string;
  kind: Kind | null;
  property: Property;
  onChange: (changes: Property) => void;
};

export function LimitFields({ id, kind, property, onChange }: LimitFieldsProps) {
  if (kind === 'choices')
    return (
      <TextArea
        label="Choices, one per line"
        name={`choices of ${id}`}
        rows={3}
        value={Array.isArray(property.enum) ? property.enum.map(String).join('\n') : ''}
        onChange={({ target }) => onChange({ enum: target.value.split('\n') })}
      />
    );
  if (kind !== 'integer' && kind !== 'number') return <Nothing>Any value of this type</Nothing>;
  return (
    <Numbers>
      <NumberField
        label="From"
        name={`minimum of ${id}`}
        value={property.minimum}
        onChange={(minimum) => onChange({ minimum })}
      />
      <NumberField
        label="To"
        name={`maximum of ${id}`}
        value={property.maximum}
        onChange={(maximum) => onChange({ maximum })}
      />
      {kind === 'number' && (
        <NumberField
          label="Decimals"
          name={`precision of ${id}`}
          value={property.precision ?? 2}
          onChange={(precision) => onChange({ precision })}
        />
      )}
    </Numbers>
  );
}
