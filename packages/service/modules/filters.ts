/** SQL conditions for the filters of lists. */
import { and, eq, isNotNull, isNull, type Column, type SQL } from 'drizzle-orm';

type QueryParameters = Readonly<Record<string, unknown>>;

/** Columns by parameter name: each must equal its parameter, if that is set. */
export const equalityFilters = (
  parameters: QueryParameters,
  columns: Record<string, Column>,
): SQL | undefined =>
  and(
    ...Object.entries(columns).map(([name, column]) =>
      parameters[name] === undefined ? undefined : eq(column, parameters[name]),
    ),
  );

/** Columns by parameter name: each must be non-null for `true` and null for `false`, if its parameter is set. */
export const presenceFilters = (
  parameters: QueryParameters,
  columns: Record<string, Column>,
): SQL | undefined =>
  and(
    ...Object.entries(columns).map(([name, column]) =>
      parameters[name] === undefined
        ? undefined
        : parameters[name] === 'true'
          ? isNotNull(column)
          : isNull(column),
    ),
  );
