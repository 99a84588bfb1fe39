/** Descriptions of a schema's fields. */
import {
  fieldsOf,
  unsupportedKeywordsIn,
  type Field,
  type JsonSchema,
  type NumberField,
  type StringField,
} from '@cloakroom/contract/fields.ts';
import { isSupportedFormat, isUnsupportedFormat } from '@cloakroom/contract/formats.ts';

/** The number of fields of a definition, or 'Unknown'. */
export function fieldCount(definition: { properties?: unknown }): number | 'Unknown' {
  const { properties } = definition;
  return typeof properties === 'object' && properties !== null ? Object.keys(properties).length : 'Unknown';
}

/** A row of the table of fields. */
export type FieldLine = {
  name: string;
  /** The title of the field; null if it has none, or one equal to its name. */
  title: string | null;
  type: string;
  required: 'Yes' | 'No';
  /** The allowed values; null: any. */
  allowed: readonly string[] | null;
  constraints: readonly string[];
};

/** Marks keywords that are not validated: records may violate them. */
const notChecked = '(not checked)';

/** The constraints in the order shown. Schemas of earlier versions may have constraints that are not validated. */
function constraintsOf(field: Field, definition: unknown): string[] {
  const notValidated = unsupportedKeywordsIn(definition).map(({ keyword }) => `${keyword} ${notChecked}`);
  return [...(field.type === 'string' ? textConstraints(field) : numberConstraints(field)), ...notValidated];
}

const limitTexts = <Of extends object>(limits: Of, names: readonly (keyof Of & string)[]): string[] =>
  names.flatMap((name) => (limits[name] === undefined ? [] : [`${name} ${String(limits[name])}`]));

const numberConstraints = (field: NumberField): string[] => [
  ...limitTexts(field, [
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
  ...limitTexts(field, ['minLength', 'maxLength', 'pattern']),
  ...(field.format !== undefined && isSupportedFormat(field.format)
    ? [`format ${field.format}`]
    : annotation(field)),
];

/** A format unknown to JSON Schema is an annotation. A known format that is not validated is among the keywords above. */
const annotation = ({ format }: Field): string[] =>
  format === undefined || isSupportedFormat(format) || isUnsupportedFormat(format)
    ? []
    : [`format ${format} ${notChecked}`];

function titleOf(definition: unknown, name: string): string | null {
  const { title } = definition as { title?: unknown };
  return typeof title === 'string' && title.trim() !== '' && title !== name ? title : null;
}

const lineOf = (field: Field, definition: unknown): FieldLine => ({
  name: field.name,
  title: titleOf(definition, field.name),
  type: field.type,
  required: field.required ? 'Yes' : 'No',
  allowed: field.type === 'string' ? (field.enum ?? null) : null,
  constraints: constraintsOf(field, definition),
});

/** The fields in the order of the schema. */
export function fieldLines(definition: JsonSchema): FieldLine[] {
  const order = Object.keys(definition.properties);
  return fieldsOf(definition)
    .map((field) => lineOf(field, definition.properties[field.name]))
    .sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
}
