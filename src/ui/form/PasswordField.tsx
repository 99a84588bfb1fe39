/** A password field that can show the password. */
import { useState } from 'react';
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';
import { Icon } from '../Icon.tsx';
import { Field } from './Field.tsx';
import { useField } from './formContext.ts';
import { Input, type TextFieldProps } from './TextField.tsx';

const Wrapper = styled.span`
  position: relative;
  display: block;
  input {
    padding-inline-end: calc(${token.control.m} + ${token.space.xs});
  }
`;
const RevealButton = styled.button`
  position: absolute;
  inset-block: 0;
  inset-inline-end: 0;
  display: grid;
  place-items: center;
  inline-size: ${token.control.m};
  padding: 0;
  color: ${token.color.muted};
  background: transparent;
  border: 0;
  border-radius: ${token.radius.s};
  cursor: pointer;
  &:hover,
  &[aria-pressed='true'] {
    color: ${token.color.primary};
  }
  &:focus-visible {
    outline-offset: -3px;
  }
`;

export type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'autoComplete'> & {
  /** For password managers. */
  autoComplete: 'current-password' | 'new-password' | 'off';
};

/** Works with paste and password managers; `aria-pressed` of the button says whether the password is shown. */
export function PasswordField({ label, name, hint, optional, ...input }: PasswordFieldProps) {
  const field = useField({ name, hint, optional }, { ...input, controlledValue: input.value });
  const [shown, setShown] = useState(false);
  return (
    <Field id={field.id} label={label} hint={hint} error={field.error} optional={optional}>
      <Wrapper>
        <Input
          spellCheck={false}
          autoCapitalize="none"
          {...input}
          {...field.control}
          type={shown ? 'text' : 'password'}
        />
        <RevealButton
          type="button"
          aria-label="Show password"
          title="Show password"
          aria-pressed={shown}
          aria-controls={field.id}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'eyeOff' : 'eye'} />
        </RevealButton>
      </Wrapper>
    </Field>
  );
}
