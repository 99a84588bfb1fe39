/** What a person has entered, as plain values by field name. */
import type { z } from 'zod';

/**
 * Text, numbers and choices read as strings, lone checkboxes as booleans, checkboxes with a `value` as the list
 * of those ticked, a file field as its first file or null.
 */
export function readForm(form: HTMLFormElement): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, value] of new FormData(form)) values[name] = value;
  for (const box of form.querySelectorAll<HTMLInputElement>('input[type="checkbox"][name]')) {
    if (box.hasAttribute('value')) values[box.name] = new FormData(form).getAll(box.name);
    else values[box.name] = box.checked;
  }
  return values;
}

/**
 * Leaves out a field that was left empty, where the schema would rather not have it than have it empty.
 * A field that accepts the empty text keeps it: that is how a description is cleared.
 */
export function withoutEmpty(schema: z.ZodType, values: Record<string, unknown>): Record<string, unknown> {
  const shape = 'shape' in schema ? (schema.shape as Record<string, z.ZodType | undefined>) : {};
  const kept = Object.entries(values).filter(([name, value]) => {
    const field = shape[name];
    if (value !== '' || !field) return true;
    return field.safeParse('').success || !field.safeParse(undefined).success;
  });
  return Object.fromEntries(kept);
}
