/** A group of checkboxes, of which several can be checked. */
import styled from 'styled-components';
import { Checkbox } from '#src/ui/form/Checkbox.tsx';
import { Fieldset } from '#src/ui/form/Fieldset.ts';
import { token } from '#src/ui/theme/tokens.ts';

const Frame = styled(Fieldset)`
  display: flex;
  flex-direction: column;
  gap: ${token.space.s};
`;

type Props<Value extends string> = {
  legend: string;
  options: readonly { value: Value; label: string; hint?: string }[];
  chosen: readonly Value[];
  onChoose: (chosen: Value[]) => void;
};

export function CheckboxGroup<Value extends string>({ legend, options, chosen, onChoose }: Props<Value>) {
  const choose = (value: Value, on: boolean) =>
    onChoose(
      options.map((option) => option.value).filter((one) => (one === value ? on : chosen.includes(one))),
    );
  return (
    <Frame>
      <legend>{legend}</legend>
      {options.map(({ value, ...text }) => (
        <Checkbox
          key={value}
          {...text}
          name={value}
          optional
          checked={chosen.includes(value)}
          onChange={({ target }) => choose(value, target.checked)}
        />
      ))}
    </Frame>
  );
}
