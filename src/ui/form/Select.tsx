/** A native select with label, hint and error. */
import type { ComponentPropsWithRef } from 'react';
import { Field } from './Field.tsx';
import { useField, type FieldProps } from './formContext.ts';
import { NativeSelect } from './NativeSelect.tsx';

export type Option = { value: string; label: string };

export type SelectProps = FieldProps & { options: readonly Option[] } & Omit<
    ComponentPropsWithRef<'select'>,
    keyof FieldProps | 'required' | 'aria-describedby' | 'aria-invalid' | 'children'
  >;

export function Select({ label, name, hint, optional, options, ...select }: SelectProps) {
  const field = useField({ name, hint, optional }, { ...select, controlledValue: select.value });
  return (
    <Field id={field.id} label={label} hint={hint} error={field.error} optional={optional}>
      <NativeSelect {...select} {...field.control}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </NativeSelect>
    </Field>
  );
}
