/** Schemas by the dataset that they belong to. */
import { idIn } from '#contract/reference.ts';

/** @returns the schemas of each dataset, by the dataset's id. */
export function byDataset<Schema extends { dataset: string }>(
  schemas: readonly Schema[],
): Map<string, Schema[]> {
  const groups = new Map<string, Schema[]>();
  for (const schema of schemas) {
    const id = idIn(schema.dataset);
    groups.set(id, [...(groups.get(id) ?? []), schema]);
  }
  return groups;
}
