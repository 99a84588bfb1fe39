/** The kinds of fields in the form, and their keywords in a JSON Schema. */
import { NewJsonSchema } from '@cloakroom/contract/fields.ts';
import { definitionOf, type DraftField, type Property } from '#src/machines/proposal/fields.ts';
import { capitalize } from '#src/shared/format/capitalize.ts';

const formatKinds = ['date', 'date-time', 'time', 'email', 'uuid', 'uri', 'ipv4'] as const;

export const kinds = ['text', 'choices', 'integer', 'number', ...formatKinds] as const;
export type Kind = (typeof kinds)[number];

export const kindLabels: Record<Kind, string> = {
  text: 'Text',
  choices: 'Choices',
  integer: 'Whole number',
  number: 'Number',
  date: 'Date',
  'date-time': 'Date and time',
  time: 'Time',
  email: 'E-mail address',
  uuid: 'UUID',
  uri: 'Web address',
  ipv4: 'IPv4 address',
};

/** The kind of a property; null for one that the form can't edit, such as a string with an unlisted format. */
export function kindOf({ type, enum: choices, format }: Property): Kind | null {
  if (type === 'integer' || type === 'number') return type;
  if (type !== 'string') return null;
  if (choices !== undefined) return 'choices';
  if (format === undefined) return 'text';
  return formatKinds.find((kind) => kind === format) ?? null;
}

const initialRange = { minimum: 0, maximum: 1_000_000 };

/** Changes the kind of a property. Keywords that all kinds have, such as the description, are kept. */
export function withKind(property: Property, kind: Kind, samples: readonly string[]): Property {
  const { description, title } = property;
  const shared = {
    ...(description !== undefined && { description }),
    ...(title !== undefined && { title }),
  };
  const { minimum, maximum } = { ...initialRange, ...property };
  if (kind === 'integer') return { type: kind, minimum, maximum, ...shared };
  if (kind === 'number')
    return { type: kind, minimum, maximum, precision: Number(property.precision ?? 2), ...shared };
  if (kind === 'text') return { type: 'string', ...shared };
  if (kind === 'choices') return { type: 'string', enum: [...samples], ...shared };
  return { type: 'string', format: kind, ...shared };
}

/** What the service learns of a field's values, besides what the schema itself says. */
export function learnedText(property: Property): string {
  const kind = kindOf(property);
  if (kind === 'choices') return 'Only lengths and this list';
  return kind === 'integer' || kind === 'number' ? 'Only lengths and this range' : 'Only lengths';
}

export type FieldProblems = {
  /** The problem of each field, by the id of the field. */
  byField: ReadonlyMap<string, string>;
  /** Problems of the schema as a whole. */
  others: readonly string[];
};

/** Why a schema with these fields would be rejected. */
export function problemsOf(fields: readonly DraftField[]): FieldProblems {
  const byField = new Map<string, string>();
  const others: string[] = [];
  const included = fields.filter((field) => field.included);
  const names = new Set<string>();
  for (const { id, name, column, required } of included) {
    if (name.trim() === '') byField.set(id, 'A field needs a name.');
    else if (names.has(name)) byField.set(id, `Another field is already called ${name}.`);
    else if (column === null && required)
      byField.set(id, 'The file has no column for this field, so it can’t be required.');
    names.add(name);
  }
  if (included.length === 0) others.push('Nothing would be stored: at least one column is needed.');
  const checked = included.length > 0 ? NewJsonSchema.safeParse(definitionOf(fields)) : null;
  for (const { message, path } of checked?.error?.issues ?? []) {
    const field = included.find(({ name }) => path[0] === 'properties' && path[1] === name);
    const sentence = field ? message.replace(`${JSON.stringify(field.name)}: `, '') : message;
    const text = `${capitalize(sentence)}.`;
    if (!field) others.push(text);
    else if (!byField.has(field.id)) byField.set(field.id, text);
  }
  return { byField, others };
}
