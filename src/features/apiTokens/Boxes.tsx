/** A group of checkboxes, of which several can be checked. */
import styled from 'styled-components';
import { Checkbox } from '#src/ui/form/Checkbox.tsx';
import { token } from '#src/ui/theme/tokens.ts';

const Frame = styled.fieldset`
  display: flex;
  flex-direction: column;
  gap: ${token.space.s};
  min-inline-size: 0;
  margin: 0;
  padding: 0;
  border: 0;
  legend {
    padding: 0 0 ${token.space.s};
    font-size: ${token.size.s};
    font-weight: 600;
  }
`;

type Props<Value extends string> = {
  legend: string;
  options: readonly { value: Value; label: string; hint?: string }[];
  chosen: readonly Value[];
  onChoose: (chosen: Value[]) => void;
};

export function Boxes<Value extends string>({ legend, options, chosen, onChoose }: Props<Value>) {
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
