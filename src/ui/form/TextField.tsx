/** A single-line text field. */
import type { ComponentPropsWithRef } from 'react';
import styled from 'styled-components';
import { controlStyles, Field } from './Field.tsx';
import { useField, type FieldProps } from './formContext.ts';

export const Input = styled.input`
  ${controlStyles}
`;

export type TextFieldProps = FieldProps &
  Omit<ComponentPropsWithRef<'input'>, keyof FieldProps | 'required' | 'aria-describedby' | 'aria-invalid'>;

/** Uncontrolled inside a `Form`; controlled with `value` and `onChange`. */
export function TextField({ label, name, hint, optional, ...input }: TextFieldProps) {
  const field = useField({ name, hint, optional }, { ...input, controlledValue: input.value });
  return (
    <Field id={field.id} label={label} hint={hint} error={field.error} optional={optional}>
      <Input type="text" {...input} {...field.control} />
    </Field>
  );
}
