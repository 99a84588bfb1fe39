/** A schema's fields in words. */
import { fieldsOf, type Field, type JsonSchema } from '#contract/fields.ts';

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

const constraintsOf = (field: Field): string[] => [
  ...(field.type === 'string'
    ? []
    : [`maximum ${field.maximum}`, `minimum ${field.minimum}`, `precision ${field.precision}`]),
  ...(field.format ? [`format ${field.format}`] : []),
];

const lineOf = (field: Field): FieldLine => ({
  name: field.name,
  type: field.type,
  required: field.required ? 'Yes' : 'No',
  allowed: field.type === 'string' ? (field.enum ?? null) : null,
  constraints: constraintsOf(field),
});

/** The fields in the order in which the schema writes them down. */
export function fieldLines(definition: JsonSchema): FieldLine[] {
  const order = Object.keys(definition.properties);
  return fieldsOf(definition)
    .map(lineOf)
    .sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
}
