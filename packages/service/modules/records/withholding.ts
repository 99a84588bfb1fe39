/** Withholds sealed values: they are replaced by zeros of the same length, so that groups and records keep their form. */
import { fieldNamesOf } from '@cloakroom/contract/fields.ts';
import { withheldFields } from '@cloakroom/contract/schemas.ts';
import { decodeGroup } from '@cloakroom/wire/recordGroup.ts';
import type { SchemaWithPermissions } from '../schemas/policy.ts';

/** The numbers of the fields, in ascending order of names, whose values a person gets no sealed bytes of. */
export function withheldNumbers({ schema, permissions }: SchemaWithPermissions): ReadonlySet<number> {
  const names = fieldNamesOf(schema.definition);
  const withheld = new Set(withheldFields(permissions, names));
  return new Set(names.flatMap((name, number) => (withheld.has(name) ? [number] : [])));
}

/** A group with zeros for the values of some fields. A damaged group is withheld as a whole. */
export function withoutValues(
  group: Uint8Array | undefined,
  fields: number,
  withheld: ReadonlySet<number>,
): Uint8Array | undefined {
  if (!group || withheld.size === 0) return group;
  const copy = Uint8Array.from(group);
  try {
    const { fields: sealed } = decodeGroup(copy, fields);
    for (const number of withheld) sealed[number]!.fill(0);
    return copy;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
