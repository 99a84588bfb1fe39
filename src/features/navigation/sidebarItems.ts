/** The items of the sidebar's list: datasets, each expanded one followed by its schemas. */
import type { Dataset } from '@cloakroom/contract/datasets.ts';
import type { ListedSchema } from '@cloakroom/contract/schemas.ts';
import { schemaPath } from '#src/shared/paths.ts';

/** `open` says whether the schemas of a dataset are shown; undefined if it has none. */
export type SidebarItem = { id: string; level: 1 | 2; to: string; label: string; open?: boolean };

type ListedDataset = Pick<Dataset, 'id' | 'name' | 'schema_count'>;

/**
 * @param open - the ids of the expanded datasets.
 * @param schemas - the loaded schemas by the id of their dataset.
 */
export function sidebarItems(
  datasets: readonly ListedDataset[],
  open: ReadonlySet<string>,
  schemas: ReadonlyMap<string, readonly Pick<ListedSchema, 'id' | 'name'>[]>,
): SidebarItem[] {
  return datasets.flatMap((dataset) => {
    const to = `/datasets/${dataset.id}`;
    const item: SidebarItem = { id: dataset.id, level: 1, to, label: dataset.name };
    if (!dataset.schema_count) return [item];
    if (!open.has(dataset.id)) return [{ ...item, open: false }];
    const below = (schemas.get(dataset.id) ?? []).map(({ id, name }): SidebarItem => ({
      id,
      level: 2,
      to: schemaPath(dataset.id, id),
      label: name,
    }));
    return [{ ...item, open: true }, ...below];
  });
}
