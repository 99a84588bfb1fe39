/** Which changes of a schema's definition leave its records readable and searchable, and what each of them takes. */
import { z } from 'zod';
import { decimalOf, unitsAt } from './decimal.ts';
import { fieldsOf, type Field, type JsonSchema, type NumberField, type StringField } from './fields.ts';
import { isSupportedFormat } from './formats.ts';

/** From the least effort to the greatest. The effort of several changes is that of the greatest. */
const kinds = ['same', 'free', 'compatible', 'reindex', 'rekey', 'refused'] as const;

/**
 * What a change takes while there are records: `free` concerns only what people read; `compatible` needs an owner's signature;
 * `reindex` also needs the index to be rebuilt; `rekey` needs new keys of the schema, as a new field does; `refused` is not
 * possible.
 */
export const ChangeKind = z.enum(kinds);
export type ChangeKind = z.infer<typeof ChangeKind>;

/** The change of one keyword of a field. */
export const KeywordChange = z.object({
  field: z.string(),
  /** The keyword; absent if the whole field is new or removed. */
  keyword: z.string().optional(),
  kind: ChangeKind,
  /** Why it is refused, and what to do instead. */
  reason: z.string().optional(),
});
export type KeywordChange = z.infer<typeof KeywordChange>;

export const DefinitionComparison = z.object({ kind: ChangeKind, changes: z.array(KeywordChange) });
export type DefinitionComparison = z.infer<typeof DefinitionComparison>;

/** The kind of a change as a whole. */
export const greatestKind = (changes: readonly Pick<KeywordChange, 'kind'>[]): ChangeKind =>
  kinds[Math.max(0, ...changes.map(({ kind }) => kinds.indexOf(kind)))]!;

/**
 * The kind of a change for a schema without records: none needs a new index, and none is refused.
 * @param generation - of the schema's keys: the first keys are replaced when fields change; later ones were announced for the present fields.
 */
export function kindWithoutRecords(kind: ChangeKind, generation: number): ChangeKind {
  const isSame = kind === 'same' || kind === 'free' || (kind === 'rekey' && generation > 1);
  return isSame ? kind : 'compatible';
}

/** Compares two valid definitions of one schema, for a schema that has records. */
export function compareDefinitions(before: JsonSchema, after: JsonSchema): DefinitionComparison {
  const changes = compareFields(fieldsOf(before), fieldsOf(after));
  const comparedKeywords = new Set(changes.map(({ field, keyword = '' }) => `${field} ${keyword}`));
  for (const [field, was] of Object.entries(before.properties)) {
    const is = after.properties[field];
    if (!isObject(was) || !isObject(is)) continue;
    for (const keyword of new Set([...Object.keys(was), ...Object.keys(is)]))
      if (
        !isEqual(was[keyword], is[keyword]) &&
        !comparedKeywords.has(`${field} ${keyword}`) &&
        !comparedAsLimits.has(keyword)
      )
        changes.push({ field, keyword, kind: 'free' });
  }
  const kind = greatestKind(changes);
  return { kind: kind === 'same' && !isEqual(before, after) ? 'free' : kind, changes };
}

/** Keywords that are compared as limits of the field, not one by one. */
const comparedAsLimits = new Set(['type', 'enum', 'const', 'minimum', 'maximum', 'precision']);

/**
 * Compares the fields of two definitions. A change that is not refused admits every value that was admitted before.
 * @returns the changes by field; empty if both have the same digest.
 */
export function compareFields(before: readonly Field[], after: readonly Field[]): KeywordChange[] {
  const [was, is] = [byName(before), byName(after)];
  const names = [...new Set([...was.keys(), ...is.keys()])].sort();
  return names.flatMap((name): KeywordChange[] => {
    const [one, other] = [was.get(name), is.get(name)];
    if (!one) return [addition(other!)];
    if (!other) return [{ field: name, kind: 'refused', reason: reasons.removed }];
    return compareField(one, other);
  });
}

/** Stored records have no value of a new field. */
const addition = ({ name, required }: Field): KeywordChange =>
  required ? { field: name, kind: 'refused', reason: reasons.addedRequired } : { field: name, kind: 'rekey' };

/** A definition without the fields that the earlier one lacks: the first step if these need new keys and other changes a new index. */
export function withoutAdded(before: JsonSchema, after: JsonSchema): JsonSchema {
  const isKnown = (name: string) => Object.hasOwn(before.properties, name);
  return {
    ...after,
    properties: Object.fromEntries(Object.entries(after.properties).filter(([name]) => isKnown(name))),
    ...(after.required && { required: after.required.filter(isKnown) }),
  };
}

function compareField(was: Field, is: Field): KeywordChange[] {
  const of = (keyword: string, kind: ChangeKind, reason?: string): KeywordChange => ({
    field: was.name,
    keyword,
    kind,
    ...(kind === 'refused' && { reason: reason ?? reasons.narrower }),
  });
  const required = was.required === is.required ? [] : [of('required', is.required ? 'refused' : 'compatible', reasons.required)]; // prettier-ignore
  if (was.type === 'string' && is.type === 'string')
    return [...required, ...textChanges(was, is).map(([keyword, kind]) => of(keyword, kind))];
  if (was.type === 'string' || is.type === 'string')
    return [...required, of('type', 'refused', reasons.type)];
  const changes = numberChanges(was, is).map(([keyword, kind]) => of(keyword, kind));
  if (was.type === is.type) return [...required, ...changes];
  // Every whole number is a number.
  const type = is.type === 'number' ? of('type', 'compatible') : of('type', 'refused', reasons.type);
  return [...required, type, ...changes];
}

type Change = [keyword: string, kind: ChangeKind];

/** A removed limit admits more values, a new one fewer; for a changed one, `admitsAll` decides. */
function limitChange<Value>(
  keyword: string,
  was: Value | undefined,
  is: Value | undefined,
  admitsAll: (was: Value, is: Value) => boolean,
): Change[] {
  if (isEqual(was, is)) return [];
  if (is === undefined) return [[keyword, 'compatible']];
  if (was === undefined) return [[keyword, 'refused']];
  return [[keyword, admitsAll(was, is) ? 'compatible' : 'refused']];
}

const neither = () => false;
const lower = (was: number, is: number) => is <= was;
const higher = (was: number, is: number) => is >= was;

/** The index stores hashes of strings, so no limit of a string affects it. */
function textChanges(was: StringField, is: StringField): Change[] {
  return [
    ...limitChange('enum', was.enum, is.enum, (values, now) => values.every((value) => now.includes(value))),
    ...formatChange(was, is),
    ...limitChange('minLength', was.minLength, is.minLength, lower),
    ...limitChange('maxLength', was.maxLength, is.maxLength, higher),
    ...limitChange('pattern', was.pattern, is.pattern, neither),
  ];
}

/** A format that is not supported is only an annotation. */
function formatChange({ format: was }: StringField, { format: is }: StringField): Change[] {
  if (was === is) return [];
  return [['format', is === undefined || !isSupportedFormat(is) ? 'compatible' : 'refused']];
}

/** The index stores steps above the minimum, whose size follows from the precision. */
function numberChanges(was: NumberField, is: NumberField): Change[] {
  const changes: Change[] = [];
  if (was.minimum !== is.minimum) changes.push(['minimum', is.minimum < was.minimum ? 'reindex' : 'refused']);
  if (was.maximum !== is.maximum)
    changes.push(['maximum', is.maximum > was.maximum ? 'compatible' : 'refused']);
  if (was.precision !== is.precision)
    changes.push(['precision', is.precision > was.precision ? 'reindex' : 'refused']);
  if (was.format !== is.format) changes.push(['format', 'compatible']);
  return [
    ...changes,
    ...limitChange('exclusiveMinimum', was.exclusiveMinimum, is.exclusiveMinimum, lower),
    ...limitChange('exclusiveMaximum', was.exclusiveMaximum, is.exclusiveMaximum, higher),
    ...limitChange('multipleOf', was.multipleOf, is.multipleOf, isMultiple),
    ...limitChange('const', was.const, is.const, neither),
  ];
}

/** Whether every multiple of the first number is one of the second. */
function isMultiple(one: number, other: number): boolean {
  const [first, second] = [decimalOf(one), decimalOf(other)];
  const scale = Math.max(first.scale, second.scale);
  return unitsAt(first, scale).units % unitsAt(second, scale).units === 0n;
}

const byName = (fields: readonly Field[]) => new Map(fields.map((field) => [field.name, field]));

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether two JSON values are equal. The order of members has no effect. */
function isEqual(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((value, at) => isEqual(value, other[at]));
  if (!isObject(one) || !isObject(other)) return one === other;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isEqual(one[name], other[name]));
}

const elsewhere = 'Create another schema for the new definition and upload the records there';

const reasons = {
  addedRequired: `The stored records have no value of this field. Make it optional, or create another schema.`,
  removed: `The stored records have values of this field. Leave it and upload without it, if it is not required. A name can’t change either: it is part of the field’s keys. Give the field a "title" instead.`,
  type: `The stored values are sealed as values of the earlier type. ${elsewhere}.`,
  required: `Stored records may have no value of this field. Leave it optional, or create another schema.`,
  narrower: `Stored records may have values that the new limit excludes. Leave the limit as it is or widen it. ${elsewhere} if the limit is needed.`,
};
