/** Asks to type a name before an action that can't be undone. */
import { TextField } from './TextField.tsx';

type TypedNameProps = { name: string; value: string; onChange: (typed: string) => void };

export function TypedName({ name, value, onChange }: TypedNameProps) {
  return (
    <TextField
      label={`Type “${name}” to confirm`}
      name="typed"
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
