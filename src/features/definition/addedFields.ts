/** Fields that are being added to a schema. Their names are not valid property names yet. */
import { withoutAdded } from '@cloakroom/contract/definitionChange.ts';
import type { JsonSchema } from '@cloakroom/contract/fields.ts';
import type { Property } from '#src/machines/proposal/fields.ts';

export type AddedField = {
  /** Identifies the field while it is edited. */
  id: string;
  name: string;
  property: Property;
  /** Only where the schema has no records. */
  required: boolean;
};

export const emptyField = (): AddedField => ({
  id: crypto.randomUUID(),
  name: '',
  property: { type: 'string' },
  required: false,
});

/** A definition with the added fields that have names of their own, in their order. */
export function withAddedFields(definition: JsonSchema, added: readonly AddedField[]): JsonSchema {
  const named = added.filter(({ name }, at) => problemOf(definition, added, at) === undefined && name !== '');
  if (named.length === 0) return definition;
  const required = [
    ...(definition.required ?? []),
    ...named.filter((field) => field.required).map(({ name }) => name),
  ];
  return {
    ...definition,
    properties: {
      ...definition.properties,
      ...Object.fromEntries(named.map(({ name, property }) => [name, { ...property }])),
    },
    ...((definition.required ?? required.length > 0) && { required }),
  };
}

/** Divides an edited definition into the fields of the stored one and those that it adds. */
export function dividedDefinition(
  stored: JsonSchema,
  edited: JsonSchema,
): { definition: JsonSchema; added: AddedField[] } {
  const isRequired = new Set(edited.required);
  const added = Object.entries(edited.properties)
    .filter(([name]) => !Object.hasOwn(stored.properties, name))
    .map(([name, property]) => ({
      ...emptyField(),
      name,
      property: property as Property,
      required: isRequired.has(name),
    }));
  return { definition: withoutAdded(stored, edited), added };
}

/** Why an added field can't be saved under its name; undefined if it can. */
export function problemOf(
  definition: JsonSchema,
  added: readonly AddedField[],
  at: number,
): string | undefined {
  const { name } = added[at]!;
  if (name.trim() === '') return 'A field needs a name.';
  const isTaken =
    Object.hasOwn(definition.properties, name) || added.slice(0, at).some((other) => other.name === name);
  return isTaken ? `Another field is already called ${name}.` : undefined;
}
