/** The title and the description of a field. */
import { TextField } from '#src/ui/form/TextField.tsx';
import type { Property } from '#src/machines/proposal/fields.ts';

type NoteFieldsProps = {
  /** Identifies the field. */
  id: string;
  property: Property;
  /** Called with the changed keyword; undefined if it is empty. */
  onChange: (changed: Property) => void;
};

export const NoteFields = ({ id, property, onChange }: NoteFieldsProps) =>
  (['title', 'description'] as const).map((keyword) => {
    const text = property[keyword];
    return (
      <TextField
        key={keyword}
        label={keyword === 'title' ? 'Title' : 'Description'}
        name={`${keyword} of ${id}`}
        autoComplete="off"
        optional
        value={typeof text === 'string' ? text : ''}
        onChange={({ target }) => onChange({ [keyword]: target.value || undefined })}
      />
    );
  });

/** A property with some keywords changed, without those that were emptied. */
export const withKeywords = (property: Property, changed: Property): Record<string, unknown> =>
  Object.fromEntries(Object.entries({ ...property, ...changed }).filter(([, value]) => value !== undefined));
