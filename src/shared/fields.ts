/** A schema's fields in words. */
import {
  fieldsOf,
  unsupportedKeywordsIn,
  type Field,
  type JsonSchema,
  type NumberField,
  type StringField,
} from '@cloakroom/contract/fields.ts';
import { isSupportedFormat, isUnsupportedFormat } from '@cloakroom/contract/formats.ts';

/** How many fields a definition names, or 'Unknown' when it names none that we can count. */
export function fieldCount(definition: { properties?: unknown }): number | 'Unknown' {
  const { properties } = definition;
  return typeof properties === 'object' && properties !== null ? Object.keys(properties).length : 'Unknown';
}

/** One line of the table that explains a schema. */
export type FieldLine = {
  name: string;
  type: string;
  required: 'Yes' | 'No';
  /** The only values there may be; null when any may. */
  allowed: readonly string[] | null;
  constraints: readonly string[];
};

/** What is written in a schema and never looked at: records may break it. */
const unchecked = '(not checked)';

/** The limits in the order in which they are shown. Schemas of earlier versions may have some that are not kept. */
function constraintsOf(field: Field, definition: unknown): string[] {
  const unkept = unsupportedKeywordsIn(definition).map(({ keyword }) => `${keyword} ${unchecked}`);
  return [...(field.type === 'string' ? textConstraints(field) : numberConstraints(field)), ...unkept];
}

const named = <Of extends object>(limits: Of, names: readonly (keyof Of & string)[]): string[] =>
  names.flatMap((name) => (limits[name] === undefined ? [] : [`${name} ${String(limits[name])}`]));

const numberConstraints = (field: NumberField): string[] => [
  ...named(field, [
    'maximum',
    'minimum',
    'exclusiveMaximum',
    'exclusiveMinimum',
    'multipleOf',
    'const',
    'precision',
  ]),
  ...annotation(field),
];

const textConstraints = (field: StringField): string[] => [
  ...named(field, ['minLength', 'maxLength', 'pattern']),
  ...(field.format !== undefined && isSupportedFormat(field.format)
    ? [`format ${field.format}`]
    : annotation(field)),
];

/** A format that JSON Schema does not define limits nothing. One that is not kept is among the unkept limits. */
const annotation = ({ format }: Field): string[] =>
  format === undefined || isSupportedFormat(format) || isUnsupportedFormat(format)
    ? []
    : [`format ${format} ${unchecked}`];

const lineOf = (field: Field, definition: unknown): FieldLine => ({
  name: field.name,
  type: field.type,
  required: field.required ? 'Yes' : 'No',
  allowed: field.type === 'string' ? (field.enum ?? null) : null,
  constraints: constraintsOf(field, definition),
});

/** The fields in the order in which the schema writes them down. */
export function fieldLines(definition: JsonSchema): FieldLine[] {
  const order = Object.keys(definition.properties);
  return fieldsOf(definition)
    .map((field) => lineOf(field, definition.properties[field.name]))
    .sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
}
