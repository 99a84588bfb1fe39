/** Selects the kind of a field. */
import type { Property } from '#src/machines/proposal/fields.ts';
import { Select } from '#src/ui/form/Select.tsx';
import { kindLabels, kindOf, kinds, withKind, type Kind } from './fieldKinds.ts';

const options = kinds.map((value) => ({ value, label: kindLabels[value] }));
/** A property that only the JSON Schema shows in full. */
const otherKind = 'other';

type KindSelectProps = {
  /** Identifies the field. */
  id: string;
  property: Property;
  /** Values of the field, which become its first choices. */
  samples?: readonly string[];
  onChange: (property: Property) => void;
};

export function KindSelect({ id, property, samples = [], onChange }: KindSelectProps) {
  const kind = kindOf(property);
  return (
    <Select
      label="Type"
      name={`type of ${id}`}
      options={kind ? options : [...options, { value: otherKind, label: 'See JSON' }]}
      value={kind ?? otherKind}
      onChange={({ target }) => onChange(withKind(property, target.value as Kind, samples))}
    />
  );
}
