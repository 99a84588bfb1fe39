/** One choice of few, by the platform's own list. */
import type { ComponentPropsWithRef } from 'react';
import styled from 'styled-components';
import { token } from '#src/theme/tokens.ts';
import { Icon } from '../Icon.tsx';
import { controlLook, Field } from './Field.tsx';
import { useField, type FieldProps } from './formContext.ts';
import { firstText } from './firstText.ts';

const Around = styled.span`
  position: relative;
  display: block;
  svg {
    position: absolute;
    inset-block-start: calc(50% - 8px);
    inset-inline-end: ${token.space.s};
    pointer-events: none;
  }
`;
const Native = styled.select`
  ${controlLook}
  appearance: none;
  padding-inline-end: ${token.space.xl};
  text-overflow: ellipsis;
  cursor: pointer;
`;

/** The bare list with its arrow, for bars that bring their own label. */
export function NativeSelect(props: ComponentPropsWithRef<'select'>) {
  return (
    <Around>
      <Native {...props} />
      <Icon name="chevronDown" size={16} />
    </Around>
  );
}

export type Option = { value: string; label: string };

export type SelectProps = FieldProps & { options: readonly Option[] } & Omit<
    ComponentPropsWithRef<'select'>,
    keyof FieldProps | 'required' | 'aria-describedby' | 'aria-invalid' | 'children'
  >;

export function Select({ label, name, hint, error, optional, options, ...select }: SelectProps) {
  const field = useField({ name, hint, error, ...(optional && { optional }) });
  return (
    <Field id={field.id} label={label} hint={hint} error={field.error} optional={optional}>
      <NativeSelect {...firstText(select, field.first)} {...select} {...field.control}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </NativeSelect>
    </Field>
  );
}
