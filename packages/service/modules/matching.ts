/** Filters of lists that compare a column with what was asked for. */
import { and, eq, isNotNull, isNull, type Column, type SQL } from 'drizzle-orm';

type Asked = Readonly<Record<string, unknown>>;

/** What each column must be equal to, by the parameter's name; columns that nothing was asked of match anything. */
export const matching = (asked: Asked, columns: Record<string, Column>): SQL | undefined =>
  and(
    ...Object.entries(columns).map(([name, column]) =>
      asked[name] === undefined ? undefined : eq(column, asked[name]),
    ),
  );

/** Whether each column must have a value, by the parameter's name: `true` or `false`. */
export const having = (asked: Asked, columns: Record<string, Column>): SQL | undefined =>
  and(
    ...Object.entries(columns).map(([name, column]) =>
      asked[name] === undefined ? undefined : asked[name] === 'true' ? isNotNull(column) : isNull(column),
    ),
  );
