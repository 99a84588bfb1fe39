/** Converts what the page shows to a saved view and back, and compares the two. */
import type { Field } from '@cloakroom/contract/fields.ts';
import { operators, readShortFilter, type Filter } from '@cloakroom/contract/records.ts';
import type { SavedView } from '@cloakroom/contract/savedViews.ts';
import type { Density } from '#src/ui/grid/density.ts';
import { boundWidth, type ColumnLayout } from '#src/ui/grid/useGrid.ts';
import { emptyRow, filtersOf, operatorsOf, rowProblem, type FilterRow } from '../recordFilters.ts';
import { readSort, sortText, type Sort } from '../recordsAddress.ts';

/** What a view determines. */
export type ViewState = {
  rows: FilterRow[];
  sort: Sort | null;
  layout: ColumnLayout;
  density: Density;
};

export type ReadView = ViewState & {
  /** The fields that the view names and the schema lacks, or that are not what its filters need. */
  leftOut: string[];
};

/** Also reads the short forms of programs: `>5`, `1~9`. Null for a filter that the page can't show. */
function rowOf({ label, operator, value, value2 = '' }: Filter, field: Field | undefined): FilterRow | null {
  const row = { ...emptyRow, column: label, value, value2 };
  const isShort = operator === undefined && field?.type !== 'string';
  const read = { ...row, ...(operator && { operator }), ...(isShort && readShortFilter(value)) };
  const isShown =
    field !== undefined &&
    read.value !== '' &&
    operators.includes(read.operator) &&
    operatorsOf(field).includes(read.operator) &&
    rowProblem(read, field) === null;
  return isShown ? read : null;
}

/** The state of a view on a schema whose fields may have changed since it was saved. */
export function readView(
  { filters, order, columns, density }: SavedView,
  fields: readonly Field[],
): ReadView {
  const names = new Set(fields.map(({ name }) => name));
  const read = filters.map((filter) =>
    rowOf(
      filter,
      fields.find(({ name }) => name === filter.label),
    ),
  );
  const sort = readSort(order, fields);
  const known = (list: readonly string[]) => list.filter((name) => names.has(name));
  const hidden = known(columns.hidden);
  const named = [
    ...filters.filter((_, at) => read[at] === null).map(({ label }) => label),
    ...(order !== null && sort === null ? [order.replace(/^-/, '')] : []),
    ...[columns.order, columns.hidden, columns.pinned, Object.keys(columns.widths)]
      .flat()
      .filter((name) => !names.has(name)),
  ];
  return {
    rows: read.flatMap((row) => row ?? []),
    sort,
    layout: {
      order: known(columns.order),
      // One column stays visible.
      hidden: hidden.length < names.size ? hidden : hidden.slice(1),
      pinned: known(columns.pinned),
      widths: Object.fromEntries(
        Object.entries(columns.widths).flatMap(([name, width]) =>
          names.has(name) ? [[name, boundWidth(width)] as const] : [],
        ),
      ),
    },
    density,
    leftOut: [...new Set(named)],
  };
}

/** The view that shows a state again. */
export const viewOf = (
  name: string,
  { rows, sort, layout, density }: ViewState,
  fields: readonly Field[],
): SavedView => ({
  name,
  filters: filtersOf(rows, fields),
  order: sort && sortText(sort),
  columns: layout,
  density,
});

/** A state in one form: the default order is written out, and the order of hidden columns has no meaning. */
function comparable({ rows, sort, layout, density }: ViewState, fields: readonly Field[]): string {
  const names = fields.map(({ name }) => name);
  const order = [...layout.order, ...names.filter((name) => !layout.order.includes(name))];
  const widths = Object.entries(layout.widths).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([
    filtersOf(rows, fields),
    sort && sortText(sort),
    order,
    layout.hidden.toSorted(),
    layout.pinned,
    widths,
    density,
  ]);
}

/** Whether two states show the same. */
export const isSameState = (one: ViewState, other: ViewState, fields: readonly Field[]): boolean =>
  comparable(one, fields) === comparable(other, fields);
