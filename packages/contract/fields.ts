/** A schema's fields, and the rules of a valid schema. */
import { z } from 'zod';
import { isAnyStepAllowed } from './allowedSteps.ts';
import { decimalOf, unitsAt } from './decimal.ts';
import {
  numberLimitsOf,
  textLimitsOf,
  unsupportedAtRoot,
  type NumberLimits,
  type TextLimits,
  type UnsupportedKeyword,
} from './fieldLimits.ts';

/** A schema has at most this many fields. */
export const maxFields = 200;

const limits = { properties: maxFields, bytes: 65_536, precision: 15, steps: 2n ** 53n };

/** Names the query key in lists of field names, so no field may have this name. */
export const queryKeyName = '__query';

/** One field of a schema. Strings may list their values; numbers always have bounds and decimals. */
export type StringField = TextLimits & {
  name: string;
  type: 'string';
  required: boolean;
  /** The allowed values; a `const` is a list of one. */
  enum?: string[];
  format?: string;
};
export type NumberField = NumberLimits & {
  name: string;
  type: 'number' | 'integer';
  required: boolean;
  minimum: number;
  maximum: number;
  /** Decimal digits after the point. */
  precision: number;
  format?: string;
};
export type Field = StringField | NumberField;

const refusedKeywords = ['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'if', '$dynamicRef'];

const Property = z.looseObject({
  type: z.enum(['string', 'number', 'integer'], {
    error: 'must be a string, number or integer: other types cannot be sealed and searched',
  }),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  precision: z.number().int().min(0).max(limits.precision).optional(),
  enum: z.array(z.unknown()).optional(),
  format: z.string().optional(),
});
type Property = z.infer<typeof Property>;

/** Why a property cannot be a field, or null. Numbers need bounds, by which the index stores them as steps. */
function problemOf(property: Property): string | null {
  const keyword = refusedKeywords.find((name) => name in property);
  if (keyword !== undefined) return `"${keyword}" is not supported`;
  if (property.type === 'string') {
    const areStrings = property.enum?.every((value) => typeof value === 'string') ?? true;
    return areStrings ? null : '"enum" may list strings only';
  }
  if (property.enum) return '"enum" is supported on strings only';
  const { minimum, maximum } = property;
  if (minimum === undefined || maximum === undefined) return 'every number needs "minimum" and "maximum"';
  if (minimum >= maximum) return '"minimum" must be less than "maximum"';
  const precision = precisionOf(property);
  if (property.type === 'integer' && precision !== 0) return 'an integer has precision 0';
  const [lowest, highest] = [unitsAt(decimalOf(minimum), precision), unitsAt(decimalOf(maximum), precision)];
  if (!lowest.exact || !highest.exact) return `its bounds have more than ${formatDecimals(precision)}`;
  return highest.units - lowest.units < limits.steps
    ? null
    : `from ${minimum} to ${maximum} with ${formatDecimals(precision)} has more than 2^53 steps: narrow the bounds or the precision`;
}

/** "1 decimal", "4 decimals". */
export const formatDecimals = (precision: number): string =>
  `${precision} ${precision === 1 ? 'decimal' : 'decimals'}`;

const precisionOf = ({ type, precision }: Property) => precision ?? (type === 'integer' ? 0 : 2);

/**
 * A JSON Schema that can be sealed: an object of strings, numbers and integers. Unknown keywords are preserved and ignored.
 * Schemas of earlier versions may have unsupported limits, which {@link NewJsonSchema} refuses.
 */
export const JsonSchema = z
  .looseObject({
    type: z.literal('object', { error: 'the root "type" must be "object"' }),
    properties: z
      .unknown()
      .superRefine((properties, context) => {
        // zod's record drops this name silently, and plain objects would lose its values.
        if (typeof properties === 'object' && properties !== null && Object.hasOwn(properties, '__proto__'))
          context.addIssue({ code: 'custom', message: '"__proto__" cannot be the name of a property' });
      })
      .pipe(z.record(z.string().min(1).max(127), z.unknown(), { error: '"properties" must be an object' })),
    required: z.array(z.string()).optional(),
  })
  .superRefine((schema, context) => {
    const refuse = (message: string, path: string[]) => context.addIssue({ code: 'custom', message, path });
    const names = Object.keys(schema.properties);
    if (names.length === 0) refuse('needs at least one property', ['properties']);
    if (names.length > limits.properties)
      refuse(`has more than ${limits.properties} properties`, ['properties']);
    if (JSON.stringify(schema).length > limits.bytes) refuse('is longer than 64 KiB', []);
    const keyword = refusedKeywords.find((name) => name in schema);
    if (keyword !== undefined) refuse(`"${keyword}" is not supported`, [keyword]);
    if (names.includes(queryKeyName))
      refuse(`"${queryKeyName}": this name is reserved for the query key`, ['properties', queryKeyName]);
    for (const name of names) {
      const property = Property.safeParse(schema.properties[name]);
      const problem = property.success ? problemOf(property.data) : property.error.issues[0]?.message;
      if (problem) refuse(`"${name}": ${problem}`, ['properties', name]);
    }
    for (const name of schema.required ?? [])
      if (!names.includes(name)) refuse(`"required" names "${name}", which is not a property`, ['required']);
  });
export type JsonSchema = z.infer<typeof JsonSchema>;

/** The JSON Schema of a new or changed schema: unsupported limits are refused by name. */
export const NewJsonSchema = JsonSchema.superRefine((schema, context) => {
  const refuse = (message: string, path: string[]) => context.addIssue({ code: 'custom', message, path });
  for (const keyword of unsupportedAtRoot)
    if (keyword in schema) refuse(`"${keyword}" is not supported`, [keyword]);
  for (const [name, property] of Object.entries(schema.properties)) {
    const read = Property.safeParse(property);
    if (!read.success || problemOf(read.data) !== null) continue;
    const reason = unsupportedKeywordsIn(property)[0]?.reason ?? contradictionIn(read.data);
    if (reason !== undefined) refuse(`"${name}": ${reason}`, ['properties', name]);
  }
});

/** The unsupported limits of a property: values are not validated against them. */
export function unsupportedKeywordsIn(definition: unknown): UnsupportedKeyword[] {
  const property = Property.parse(definition);
  return (property.type === 'string' ? textLimitsOf(property) : numberLimitsOf(property)).unsupported;
}

/** Why no value can be within all limits of a property; undefined if one can. */
function contradictionIn(property: Property): string | undefined {
  if (property.type !== 'string') {
    const { supported } = numberLimitsOf(property);
    return isAnyStepAllowed({ ...boundsOf(property), ...supported })
      ? undefined
      : 'no number is within all of its limits';
  }
  const { minLength = 0, maxLength = Infinity, const: only } = textLimitsOf(property).supported;
  if (minLength > maxLength) return '"minLength" is greater than "maxLength"';
  return only === undefined || (property.enum?.includes(only) ?? true)
    ? undefined
    : '"const" is not in "enum"';
}

/** The names of a schema's fields, in the fields' order. */
export const fieldNamesOf = ({ properties }: JsonSchema): string[] => Object.keys(properties).sort();

/**
 * The fields of a valid schema ordered by name, as keys, index and packed records have them.
 * @throws {z.ZodError} if a property is not a valid field; parsing with {@link JsonSchema} gives the reason.
 */
export function fieldsOf(schema: JsonSchema): Field[] {
  const required = new Set(schema.required ?? []);
  return fieldNamesOf(schema).map((name) => {
    const property = Property.parse(schema.properties[name]);
    const shared = {
      name,
      required: required.has(name),
      ...(property.format ? { format: property.format } : {}),
    };
    if (property.type !== 'string')
      return { ...shared, type: property.type, ...boundsOf(property), ...numberLimitsOf(property).supported };
    const { const: only, ...limits } = textLimitsOf(property).supported;
    const allowed = only === undefined ? property.enum?.map(String) : [only];
    return { ...shared, type: 'string', ...(allowed ? { enum: allowed } : {}), ...limits };
  });
}

const boundsOf = (property: Property) => ({
  minimum: property.minimum ?? NaN,
  maximum: property.maximum ?? NaN,
  precision: precisionOf(property),
});

/** The step of a value: `(value − minimum) · 10^precision`, rounded down; not `exact` if it is between two steps. */
export function stepOf(
  field: NumberField,
  value: { units: bigint; scale: number },
): { step: bigint; exact: boolean } {
  const { units, exact } = unitsAt(value, field.precision);
  return { step: units - unitsAt(decimalOf(field.minimum), field.precision).units, exact };
}

/** The greatest step of a number field. Steps begin at 0. */
export const lastStep = (field: NumberField): number => Number(stepOf(field, decimalOf(field.maximum)).step);

/** The value of a step, as exact units at the field's precision. */
export const unitsOfStep = (field: NumberField, step: bigint): bigint =>
  step + unitsAt(decimalOf(field.minimum), field.precision).units;
