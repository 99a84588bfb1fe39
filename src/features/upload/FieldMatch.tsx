/** The field that a column of a chosen file stands for, as it is and to be changed. */
import { memo, useDeferredValue } from 'react';
import { NativeSelect } from '#src/ui/form/NativeSelect.tsx';

/** No field's name: an option that stands for none. */
const [leftOut, notMatched] = ['\u0000out', '\u0000none'];

export type OnMatch = (column: string, field: string | null) => void;

type FieldMatchProps = {
  column: string;
  /** Null where the column is left out, undefined while nobody knows. */
  field: string | null | undefined;
  fields: readonly string[];
  onMatch: OnMatch;
};

/** Drawn anew when it changes, not while others come and go beside it: a schema may have hundreds of fields. */
export const FieldMatch = memo(function FieldMatch({ column, field, fields, onMatch }: FieldMatchProps) {
  // The others a moment later: the lists of a wide file hold thousands of lines.
  const listed = useDeferredValue(fields, typeof field === 'string' ? [field] : []);
  return (
    <NativeSelect
      aria-label={`Field for column ${column}`}
      value={field === undefined ? notMatched : (field ?? leftOut)}
      onChange={({ target: { value } }) => onMatch(column, value === leftOut ? null : value)}
    >
      {field === undefined && <option value={notMatched}>Choose a field…</option>}
      {listed.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
      <option value={leftOut}>Leave this column out</option>
    </NativeSelect>
  );
});
