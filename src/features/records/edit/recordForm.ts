/** The form of a record: typed texts are validated by the schema, as an upload is, and converted to values. */
import { z } from 'zod';
import type { Field } from '@cloakroom/contract/fields.ts';
import { recordCheck } from '@cloakroom/ingest/check.ts';
import type { RawValue } from '@cloakroom/ingest/draft.ts';
import type { NewValues, PlainValues } from '#src/machines/recordEdit/types.ts';

/** The name of a field’s control. The names of fields may have dots, which forms read as paths. */
export const controlName = (at: number): string => `field${at}`;

type Typed = Readonly<Record<string, string>>;

const typedIn = (typed: Typed, field: Field, at: number): string => {
  const text = typed[controlName(at)] ?? '';
  return field.type === 'string' ? text : text.trim();
};

/** As in a CSV file: an empty control is the empty text of a required text field, and no value of every other field. */
const isAbsent = (field: Field, text: string): boolean =>
  text === '' && !(field.type === 'string' && field.required);

const rawOf = (field: Field, text: string): RawValue | undefined =>
  isAbsent(field, text) ? undefined : { type: field.type === 'string' ? 's' : 'n', text };

/** Validates the typed texts by the rules of an upload. */
export function recordFormSchema(fields: readonly Field[]) {
  const check = recordCheck(fields, 'json');
  const shape = Object.fromEntries(fields.map((_, at) => [controlName(at), z.string().default('')]));
  return z.object(shape).superRefine((typed, context) => {
    const texts = fields.map((field, at) => typedIn(typed, field, at));
    const result = check({
      row: 0,
      values: { value: (at) => rawOf(fields[at]!, texts[at] ?? '') },
      problems: [],
      written: () => texts,
    });
    if (!Array.isArray(result)) return;
    for (const { field, message } of result) {
      const at = fields.findIndex(({ name }) => name === field);
      // It begins with the name of the field, which the control shows.
      const sentence = message.slice(field.length + 2);
      context.addIssue({ code: 'custom', message: sentence, path: [controlName(at)] });
    }
  });
}

/** The texts of the controls that show values. */
export const typedOf = (fields: readonly Field[], values: PlainValues): Record<string, string> =>
  Object.fromEntries(fields.map(({ name }, at) => [controlName(at), String(values[name] ?? '')]));

/** The values of typed texts that were validated; null where there is none. */
export const valuesOf = (fields: readonly Field[], typed: Typed): NewValues =>
  Object.fromEntries(
    fields.map((field, at) => {
      const text = typedIn(typed, field, at);
      return [field.name, isAbsent(field, text) ? null : field.type === 'string' ? text : Number(text)];
    }),
  );

/** The values that differ from the stored ones. An empty control does not change a stored empty text. */
export const changesOf = (values: NewValues, stored: PlainValues): NewValues =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) =>
      name in stored ? String(value ?? '') !== String(stored[name]) : value !== null,
    ),
  );
