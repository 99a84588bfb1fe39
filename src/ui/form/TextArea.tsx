/** A multi-line text field. */
import type { ComponentPropsWithRef } from 'react';
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';
import { controlStyles, Field } from './Field.tsx';
import { useField, type FieldProps } from './formContext.ts';

/** The textarea without label, hint and error. */
export const Area = styled.textarea`
  ${controlStyles}
  padding-block: ${token.space.s};
  line-height: 1.5;
  resize: vertical;
`;

export type TextAreaProps = FieldProps &
  Omit<
    ComponentPropsWithRef<'textarea'>,
    keyof FieldProps | 'required' | 'aria-describedby' | 'aria-invalid'
  >;

export function TextArea({ label, name, hint, optional, rows = 3, ...area }: TextAreaProps) {
  const field = useField({ name, hint, optional }, { ...area, controlledValue: area.value });
  return (
    <Field id={field.id} label={label} hint={hint} error={field.error} optional={optional}>
      <Area rows={rows} {...area} {...field.control} />
    </Field>
  );
}
