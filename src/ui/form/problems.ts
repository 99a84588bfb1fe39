/** Errors of a form, from its schema or from the service, assigned to its fields. */
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type { FieldErrors, Resolver } from 'react-hook-form';
import type { z } from 'zod';

export type Values = Record<string, unknown>;

/** The first message about each field, by name. */
export type Messages = Record<string, string>;

/** A field with an error: its id, its label, the message. */
export type FieldProblem = { id: string; label: string; error: string };

/** The errors that a form shows: in its banner, and in its summary. */
export type Problems = { detail: string; lines: readonly FieldProblem[] };

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The key of react-hook-form for an error of the whole form. */
const wholeForm = 'root';

/** The control of that name, or the first one of its group. */
export function controlOf(form: HTMLFormElement, name: string): Control | null {
  const found = form.elements.namedItem(name);
  const control = found instanceof RadioNodeList ? found[0] : found;
  return control instanceof HTMLElement && 'labels' in control ? (control as Control) : null;
}

function labelOf(control: Control): string {
  return control.labels?.[0]?.textContent ?? control.name;
}

/** The message about an empty required field, which replaces the schema's. */
function requiredMessage(form: HTMLFormElement, name: string): string | undefined {
  const control = controlOf(form, name);
  if (!control?.required) return undefined;
  if (control.type === 'checkbox') {
    return (control as HTMLInputElement).checked ? undefined : 'Tick this box to continue.';
  }
  return control.value === '' ? `${labelOf(control)} is required.` : undefined;
}

/**
 * Omits empty fields where the schema accepts undefined but not the empty string. A field that accepts the empty string
 * keeps it, so that a description can be cleared.
 */
function withoutEmpty(schema: z.ZodType, values: Values): Values {
  const shape = 'shape' in schema ? (schema.shape as Record<string, z.ZodType | undefined>) : {};
  const rest = Object.entries(values).filter(([name, value]) => {
    const field = shape[name];
    if (value !== '' || !field) return true;
    return field.safeParse('').success || !field.safeParse(undefined).success;
  });
  return Object.fromEntries(rest);
}

/** Validates a form by its schema. */
export function resolverOf<Schema extends z.ZodType>(
  schema: Schema,
): Resolver<Values, unknown, z.output<Schema>> {
  const resolve = standardSchemaResolver(schema as unknown as z.ZodType<z.output<Schema>, Values>);
  return (values, context: unknown, options) => resolve(withoutEmpty(schema, values), context, options);
}

/** The messages of a schema's errors, with a plain message for empty required fields. */
export const messagesOf = (form: HTMLFormElement, errors: FieldErrors): Messages =>
  Object.fromEntries(
    Object.entries(errors).map(([name, error]) => [
      name,
      requiredMessage(form, name) ?? (error?.message as string | undefined) ?? '',
    ]),
  );

/** Assigns messages to the fields of the form, in its order; others are appended to the detail with their name. */
export function problemsOf(form: HTMLFormElement, messages: Messages, detail?: string): Problems {
  const found = Object.entries(messages).map(([name, error]) => ({
    name,
    error,
    control: controlOf(form, name),
  }));
  const lines = found
    .flatMap(({ control, error }) => (control ? [{ control, error }] : []))
    .sort((a, b) =>
      a.control.compareDocumentPosition(b.control) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1,
    )
    .map(({ control, error }) => ({ id: control.id, label: labelOf(control), error }));
  const elsewhere = found
    .filter(({ control }) => !control)
    .map(({ name, error }) => (name === wholeForm || name === '' ? error : `${name}: ${error}`));
  return { detail: [detail, ...elsewhere].filter(Boolean).join(' '), lines };
}

/** Reads a thrown value like the body of an error response: `errors` by field and `detail`, else its message. */
export function messagesOfThrown(form: HTMLFormElement, thrown: unknown) {
  const answer = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as Record<string, unknown>;
  const fields = Object.entries((answer.errors ?? {}) as Record<string, string[]>);
  const messages: Messages = Object.fromEntries(
    fields.flatMap(([name, [first]]) => (first === undefined ? [] : [[name, first]])),
  );
  const atFields = Object.keys(messages).filter((name) => controlOf(form, name));
  const text = [answer.detail, answer.message].find((found) => typeof found === 'string' && found !== '');
  // A message shown at a field isn't repeated in the banner.
  if (atFields.some((name) => messages[name] === text)) return { messages };
  const fallback = atFields.length > 0 ? undefined : 'Something went wrong. Please try again.';
  return { messages, detail: (text ?? fallback) as string | undefined };
}
