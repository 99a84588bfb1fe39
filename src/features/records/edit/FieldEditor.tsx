/** The control of one field: a list for an enum, a date, a number, a line or several lines of text. */
import { Select } from '#src/ui/form/Select.tsx';
import { TextArea } from '#src/ui/form/TextArea.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';
import { nameHint, titleOf, type RecordField } from '../recordRows.ts';

type FieldEditorProps = {
  field: RecordField;
  /** The name of the control in its form. */
  name: string;
  /** The text at first. */
  initial: string;
};

/** Longer texts get several lines. */
const maxLineLength = 80;
const date = /^(\d{4}-\d{2}-\d{2})?$/;

export function FieldEditor({ field, name, initial }: FieldEditorProps) {
  const props = { label: titleOf(field), name, optional: !field.required, title: nameHint(field) };
  if (field.type !== 'string') {
    const decimals = field.precision > 0 ? `, up to ${field.precision} decimals` : '';
    const hint = `${field.minimum} to ${field.maximum}${decimals}`;
    return <TextField {...props} hint={hint} inputMode="decimal" autoComplete="off" />;
  }
  if (field.enum) {
    const options = field.enum.map((value) => ({ value, label: value }));
    return <Select {...props} options={[{ value: '', label: 'No value' }, ...options]} />;
  }
  // A date control shows nothing of a text that is no date, and a line drops line breaks.
  if (field.format === 'date' && date.test(initial)) return <TextField {...props} type="date" />;
  if (initial.length > maxLineLength || initial.includes('\n')) return <TextArea {...props} />;
  return <TextField {...props} autoComplete="off" spellCheck={false} />;
}
