/** The lines of the sidebar's list: datasets, and below an open one its schemas. */
import type { Dataset } from '@cloakroom/contract/datasets.ts';
import type { ListedSchema } from '@cloakroom/contract/schemas.ts';

/** One line; `open` says whether a dataset's schemas show, undefined when there are none to show. */
export type SidebarItem = { id: string; level: 1 | 2; to: string; label: string; open?: boolean };

type Shown = Pick<Dataset, 'id' | 'name' | 'schema_count'>;

/**
 * @param open - the ids of the datasets that show their schemas.
 * @param schemas - by the id of their dataset, as far as they are known.
 */
export function sidebarItems(
  datasets: readonly Shown[],
  open: ReadonlySet<string>,
  schemas: ReadonlyMap<string, readonly Pick<ListedSchema, 'id' | 'name'>[]>,
): SidebarItem[] {
  return datasets.flatMap((dataset) => {
    const to = `/datasets/${dataset.id}`;
    const line: SidebarItem = { id: dataset.id, level: 1, to, label: dataset.name };
    if (!dataset.schema_count) return [line];
    if (!open.has(dataset.id)) return [{ ...line, open: false }];
    const below = (schemas.get(dataset.id) ?? []).map(({ id, name }): SidebarItem => ({
      id,
      level: 2,
      to: `${to}/schemas/${id}`,
      label: name,
    }));
    return [{ ...line, open: true }, ...below];
  });
}
