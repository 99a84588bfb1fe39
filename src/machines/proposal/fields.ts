/** The proposed fields while they are edited: the form and the JSON Schema are two views of them. */
import { maxFields } from '@cloakroom/contract/fields.ts';
import type { FileProposal, ProposedField } from '@cloakroom/ingest/proposeFields.ts';

/** The definition of a field in a JSON Schema. The form shows some of its keywords, and keeps the others. */
export type Property = Readonly<Record<string, unknown>>;

export type DraftField = {
  /** Identifies the field while it is edited. */
  id: string;
  /** The position of its column in the file; null if the file has none for it. */
  column: number | null;
  /** The heading of its column; '' if there is none. */
  heading: string;
  name: string;
  /** Whether the column is stored. */
  included: boolean;
  required: boolean;
  property: Property;
  /** Values of the file; empty after a reload, until the file is selected again. */
  samples: readonly string[];
  note: ProposedField['note'];
  /** Whether values of JSON that are not strings are stored as strings. */
  becomesText: boolean;
};

export const fieldsOfProposal = ({ fields }: FileProposal): DraftField[] =>
  fields.map(({ heading, name, required, property, samples, note, becomesText }, column) => ({
    id: `c${column}`,
    column,
    heading,
    name,
    included: column < maxFields,
    required,
    property: { ...property },
    samples,
    note,
    becomesText,
  }));

export type Definition = {
  type: 'object';
  properties: Record<string, Property>;
  required?: string[];
};

/** The JSON Schema of the included fields. If several fields have the same name, the last one is used. */
export function definitionOf(fields: readonly DraftField[]): Definition {
  const included = fields.filter((field) => field.included);
  const required = included.filter((field) => field.required).map(({ name }) => name);
  return {
    type: 'object',
    // `fromEntries` also takes `__proto__`, which the validation then refuses.
    properties: Object.fromEntries(included.map(({ name, property }) => [name, property])),
    ...(required.length > 0 ? { required } : {}),
  };
}

/**
 * The fields after an edit of the JSON Schema. A property keeps the column of the field that had its name. A property with a new
 * name, where one field has lost its name, is that field renamed; any other new property has no column. Fields without a property are left out.
 */
export function withDefinition(fields: readonly DraftField[], definition: Definition): DraftField[] {
  const names = Object.keys(definition.properties);
  const required = new Set(definition.required);
  const included = fields.filter((field) => field.included);
  const lost = included.filter(({ name }) => !names.includes(name));
  const added = names.filter((name) => !included.some((field) => field.name === name));
  const previous = (name: string): DraftField | undefined =>
    included.find((field) => field.name === name) ??
    fields.find((field) => !field.included && field.name === name) ??
    (lost.length === 1 && added.length === 1 ? lost[0] : undefined);
  const used = new Set<string>();
  const edited = names.map((name): DraftField => {
    const field = previous(name);
    const known = field && !used.has(field.id) ? field : newField(name);
    used.add(known.id);
    return {
      ...known,
      name,
      included: true,
      required: required.has(name),
      property: definition.properties[name]!,
    };
  });
  const others = fields.filter(({ id, column }) => !used.has(id) && column !== null);
  return [...edited, ...others.map((field) => ({ ...field, included: false }))];
}

export const newField = (name: string): DraftField => ({
  id: `n ${name}`,
  column: null,
  heading: '',
  name,
  included: true,
  required: false,
  property: {},
  samples: [],
  note: null,
  becomesText: false,
});

/** Moves a field one place up or down. */
export function withFieldMoved(fields: readonly DraftField[], id: string, by: -1 | 1): DraftField[] {
  const from = fields.findIndex((field) => field.id === id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= fields.length) return [...fields];
  return fields.toSpliced(from, 1).toSpliced(to, 0, fields[from]!);
}

/** The fields of a file in the order of an earlier edit of the same columns, with the names and settings that the user chose. */
export function withEdits(fields: readonly DraftField[], edited: readonly DraftField[]): DraftField[] {
  const byId = new Map(fields.map((field) => [field.id, field]));
  return edited.map((edit) => {
    const field = byId.get(edit.id);
    if (!field) return edit;
    const { samples, note, becomesText, property } = field;
    // Choices come from the values of the file, so they are not stored with an edit.
    const choices = property.enum !== undefined && isPlainText(edit.property) ? { enum: property.enum } : {};
    return { ...edit, samples, note, becomesText, property: { ...edit.property, ...choices } };
  });
}

/**
 * The edited fields after the file was read in another way, such as with another encoding. Edits are kept; everything else is as
 * proposed now. If the number of columns differs, all edits are dropped.
 * @param fields - the fields as proposed now.
 * @param former - the fields as proposed before.
 */
export function withReading(
  fields: readonly DraftField[],
  edited: readonly DraftField[],
  former: readonly DraftField[],
): DraftField[] {
  if (fields.length !== former.length) return [...fields];
  const [now, before] = [fields, former].map((all) => new Map(all.map((field) => [field.id, field])));
  return edited.map((edit) => {
    const [field, was] = [now!.get(edit.id), before!.get(edit.id)];
    if (!field || !was) return edit;
    const { description, title } = edit.property;
    const isSame = (name: 'name' | 'required' | 'included') => edit[name] === was[name];
    return {
      ...field,
      name: isSame('name') ? field.name : edit.name,
      required: isSame('required') ? field.required : edit.required,
      included: isSame('included') ? field.included : edit.included,
      property: haveSameLimits(edit.property, was.property)
        ? {
            ...field.property,
            ...(description !== undefined && { description }),
            ...(title !== undefined && { title }),
          }
        : edit.property,
    };
  });
}

/** Type and limits of a property, which decide which values fit. */
const limitsOf = ({ description: _, title: __, ...limits }: Property): string =>
  JSON.stringify(Object.entries(limits).sort(([one], [other]) => (one < other ? -1 : 1)));

const haveSameLimits = (one: Property, other: Property): boolean => limitsOf(one) === limitsOf(other);

/** The fields with a column whose values may not fit: those that differ from the proposal made from these values. */
export const fieldsToCheck = (
  fields: readonly DraftField[],
  proposed: readonly DraftField[],
): DraftField[] => {
  const byId = new Map(proposed.map((field) => [field.id, field]));
  return fields.filter(({ id, included, required, property }) => {
    const field = byId.get(id);
    if (!included || !field) return false;
    return (required && !field.required) || !haveSameLimits(property, field.property);
  });
};

const isPlainText = ({ type, enum: choices, format }: Property): boolean =>
  type === 'string' && choices === undefined && format === undefined;

/** Whether two lists of fields belong to files with the same columns. */
export const haveSameColumns = (one: readonly DraftField[], other: readonly DraftField[]): boolean => {
  const columns = (fields: readonly DraftField[]) =>
    fields
      .filter(({ column }) => column !== null)
      .map(({ column, heading }) => `${column} ${heading}`)
      .sort()
      .join('\n');
  return columns(one) === columns(other);
};

/** The fields without values of the file, namely choices and samples, for storing. */
export const withoutValues = (fields: readonly DraftField[]): DraftField[] =>
  fields.map(({ property: { enum: _, const: __, ...property }, ...field }) => ({
    ...field,
    property,
    samples: [],
  }));
