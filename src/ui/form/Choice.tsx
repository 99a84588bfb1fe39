/** Radio buttons with icons. */
import { useId } from 'react';
import styled from 'styled-components';
import { screen, token } from '#src/ui/theme/tokens.ts';
import { Icon, type IconName } from '../Icon.tsx';
import { Fieldset } from './Fieldset.ts';

const Options = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${token.space.s};
`;
const Option = styled.label`
  display: flex;
  flex: 1 1 8rem;
  gap: ${token.space.s};
  align-items: center;
  max-inline-size: 14rem;
  min-block-size: ${token.control.m};
  padding: ${token.space.s} ${token.space.m};
  background: ${token.color.surface};
  border: 1px solid ${token.color.edge};
  border-radius: ${token.radius.s};
  cursor: pointer;
  &:hover {
    border-color: ${token.color.primary};
  }
  &:has(:checked) {
    color: ${token.color.onPrimarySoft};
    background: ${token.color.primarySoft};
    border-color: ${token.color.primary};
  }
  &:has(:focus-visible) {
    outline: 2px solid ${token.color.focus};
    outline-offset: 2px;
  }
  input {
    margin: 0;
    outline: none;
  }
  ${screen.phone} {
    flex-basis: 100%;
    max-inline-size: none;
  }
`;

export type ChoiceProps<Value extends string> = {
  legend: string;
  options: readonly { value: Value; label: string; icon: IconName }[];
  value: Value;
  onChange: (value: Value) => void;
};

/** Changes take effect immediately, since the arrow keys change the selection. */
export function Choice<Value extends string>({ legend, options, value, onChange }: ChoiceProps<Value>) {
  const name = useId();
  return (
    <Fieldset>
      <legend>{legend}</legend>
      <Options>
        {options.map((option) => (
          <Option key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <Icon name={option.icon} />
            {option.label}
          </Option>
        ))}
      </Options>
    </Fieldset>
  );
}
