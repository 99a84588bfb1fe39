/** Withholds sealed values: they are replaced by zeros of the same length, so that groups and records keep their form. */
import { decodeGroup } from '@cloakroom/wire/recordGroup.ts';

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
