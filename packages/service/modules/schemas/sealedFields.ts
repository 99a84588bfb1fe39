/** Which fields stored records have: those of their generation of keys. Fields are added with new keys, so the lists grow. */
import { fieldNamesOf } from '@cloakroom/contract/fields.ts';
import { withheldFields } from '@cloakroom/contract/schemas.ts';
import { fieldCountOf } from '@cloakroom/wire/recordGroup.ts';
import type { SchemaRow, SchemaWithPermissions } from './policy.ts';

/** The fields of some records, ascending by name, and the numbers of those whose values a person gets no sealed bytes of. */
export type SealedFields = { names: readonly string[]; withheld: ReadonlySet<number> };

/** The lists of fields that records of a schema have, the newest first. No two are of the same length. */
function fieldListsOf({ definition, earlierKeyChecks }: SchemaRow): (readonly string[])[] {
  const newest = fieldNamesOf(definition);
  const byLength = new Map<number, readonly string[]>([[newest.length, newest]]);
  for (const checks of Object.values(earlierKeyChecks)) {
    const names = newest.filter((name) => Object.hasOwn(checks, name));
    byLength.set(names.length, byLength.get(names.length) ?? names);
  }
  return [...byLength.values()].sort((one, other) => other.length - one.length);
}

/** How many fields a group of a schema's records may have, the newest number first. */
export const fieldCountsOf = (schema: SchemaRow): number[] =>
  fieldListsOf(schema).map(({ length }) => length);

/** The fields of a schema's stored records, for one person. */
export type StoredFields = {
  /** The fields of a group, which the number of its values tells; those of new records if no generation has so many. */
  ofGroup: (group: Uint8Array) => SealedFields;
  /** The fields of records that are sealed one by one, by versions that could not add any. */
  ofPacked: SealedFields;
};

export function storedFieldsOf({ schema, permissions }: SchemaWithPermissions): StoredFields {
  const lists = fieldListsOf(schema).map((names): SealedFields => {
    const withheld = new Set(withheldFields(permissions, names));
    return {
      names,
      withheld: new Set(names.flatMap((name, number) => (withheld.has(name) ? [number] : []))),
    };
  });
  const [newest] = lists;
  return {
    ofGroup(group) {
      if (lists.length === 1) return newest!;
      const count = countOrNull(group);
      return lists.find(({ names }) => names.length === count) ?? newest!;
    },
    ofPacked: lists.at(-1)!,
  };
}

/** The number of fields of a group; null for damaged bytes. */
function countOrNull(group: Uint8Array): number | null {
  try {
    return fieldCountOf(group);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
