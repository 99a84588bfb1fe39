/** Selects the schema field for a column of the chosen file. */
import { memo, useDeferredValue } from 'react';
import { NativeSelect } from '#src/ui/form/NativeSelect.tsx';

/** Option values that can't be the name of a field. */
const [leftOut, notMatched] = ['\u0000out', '\u0000none'];

export type OnMatch = (column: string, field: string | null) => void;

type FieldMatchProps = {
  column: string;
  /** Null if the column is left out, undefined until a field is chosen. */
  field: string | null | undefined;
  fields: readonly string[];
  onMatch: OnMatch;
};

/** Memoized, because a schema may have hundreds of fields. */
export const FieldMatch = memo(function FieldMatch({ column, field, fields, onMatch }: FieldMatchProps) {
  // Deferred: the lists of a wide file have thousands of options in all.
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
