/** The saved views of a schema and the current one, whose id is in the address. */
import { useEffect, useMemo, useRef } from 'react';
import type { Field } from '@cloakroom/contract/fields.ts';
import type { OpenedView } from '@cloakroom/contract/savedViews.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { useActors } from '#src/features/root/index.ts';
import { Failure } from '#src/shared/failure.ts';
import { applyLayout, layoutOf, type GridModel } from '#src/ui/grid/useGrid.ts';
import type { Density } from '#src/ui/grid/density.ts';
import type { RecordQueryState } from '../useRecordQuery.ts';
import { newViewId, useDeleteView, useSavedViews, useSaveView } from './queries.ts';
import { isSameState, readView, viewOf, type ViewState } from './viewState.ts';

type ViewsOptions = {
  schema: Pick<Schema, 'id' | 'permissions'>;
  fields: readonly Field[];
  query: RecordQueryState;
  grid: GridModel;
  density: Density;
  onDensity: (density: Density) => void;
  behindProxy: boolean | undefined;
};

export type ViewsState = ReturnType<typeof useViews>;

export function useViews(options: ViewsOptions) {
  const { schema, fields, query, grid, density, onDensity, behindProxy } = options;
  const { data: list, error } = useSavedViews(
    schema.id,
    behindProxy === true && schema.permissions.can_search,
  );
  const { raiseAlert } = useActors();
  const { mutateAsync: save, isPending: isSaving } = useSaveView(schema.id);
  const { mutateAsync: erase } = useDeleteView(schema.id);
  const current = list?.find(({ id, view }) => id === query.view && view !== null);
  const stored = useMemo(() => (current?.view ? readView(current.view, fields) : null), [current, fields]);
  const state: ViewState = { rows: query.rows, sort: query.sort, layout: layoutOf(grid), density };

  const show = (view: OpenedView, history: 'push' | 'replace' = 'push') => {
    if (!view.view) return;
    const { rows, sort, layout, density: step } = readView(view.view, fields);
    query.showView(view.id, { rows, sort }, history);
    applyLayout(grid, layout);
    onDensity(step);
  };

  // A link that names a view alone shows the whole view.
  const isLinked = useRef(query.view !== undefined && query.rows.length === 0 && query.sort === null);
  useEffect(() => {
    if (!isLinked.current || !list) return;
    isLinked.current = false;
    if (current) show(current, 'replace');
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the list has arrived
  }, [list]);

  const add = async (name: string) => {
    const saved = await save({ id: newViewId(), version: 1, view: viewOf(name, state, fields) });
    query.nameView(saved.id);
  };
  const update = () => {
    // A second press would send the same version again, which is refused.
    if (!current?.view || isSaving) return;
    const { id, version, view } = current;
    save({ id, version: version + 1, view: viewOf(view.name, state, fields) }).then(
      () => raiseAlert({ type: 'success', source: 'API', content: `Saved the view “${view.name}”.` }),
      (thrown: unknown) =>
        raiseAlert({ type: 'error', source: 'API', content: Failure.from(thrown).message }),
    );
  };
  const rename = ({ id, version, view }: OpenedView, name: string) =>
    save({ id, version: version + 1, view: { ...view!, name } });
  const remove = async ({ id }: OpenedView) => {
    await erase(id);
    query.nameView(undefined);
  };
  return {
    list,
    error,
    current,
    /** Whether the page shows something else than the current view. */
    differs: stored !== null && !isSameState(state, stored, fields),
    /** Fields that the current view names and the schema no longer has as they were. */
    leftOut: stored?.leftOut ?? [],
    /** The address names a view that does not exist. */
    missing: query.view !== undefined && list !== undefined && !list.some(({ id }) => id === query.view),
    show,
    add,
    update,
    rename,
    remove,
    /** Keeps filters and columns. */
    forget: () => query.nameView(undefined),
  };
}
