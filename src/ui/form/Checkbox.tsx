/** A checkbox with its label. */
import type { ComponentPropsWithRef, ReactNode } from 'react';
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';
import { FieldError, Hint } from './Field.tsx';
import { useField, type FieldProps } from './formContext.ts';

const Frame = styled.div`
  display: grid;
  grid-template-columns: auto 1fr;
  gap: ${token.space.xs} ${token.space.s};
  align-items: center;
  min-block-size: 24px;
  input {
    inline-size: 20px;
    block-size: 20px;
    margin: 2px;
  }
  label,
  span {
    padding-block: 2px;
  }
  p {
    grid-column: 2;
  }
  @media (pointer: coarse) {
    min-block-size: ${token.control.m};
  }
`;

export type CheckboxProps = FieldProps & {
  /** Shown after the label, outside of it: a link or a button. */
  aside?: ReactNode;
} & Omit<
    ComponentPropsWithRef<'input'>,
    keyof FieldProps | 'type' | 'required' | 'aria-describedby' | 'aria-invalid'
  >;

/** A boolean in a `Form`; with a `value`, the checked boxes of the name are a list. */
export function Checkbox({ label, name, hint, optional, aside, ...input }: CheckboxProps) {
  const field = useField({ name, hint, optional }, { ...input, controlledValue: input.checked });
  return (
    <Frame>
      <input type="checkbox" {...input} {...field.control} />
      <span>
        <label htmlFor={field.id}>{label}</label> {aside}
      </span>
      {hint && <Hint id={`${field.id}-hint`}>{hint}</Hint>}
      <FieldError id={field.id}>{field.error}</FieldError>
    </Frame>
  );
}
