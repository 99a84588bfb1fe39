/** Statements that every search sends: prepared once on each connection, for planning costs more than a lookup by key. */
import { fillPlaceholders, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { QueryResultRow } from 'pg';
import type { Database, Queries } from './client.ts';

/**
 * A function that runs a statement with the values of its placeholders and gives its rows, as the driver reads them.
 * @param name - one of its own for each statement.
 */
export function prepared<Row extends QueryResultRow>(
  name: string,
  statement: SQL,
): (database: Database, values: Record<string, unknown>) => Promise<Row[]> {
  const { sql: text, params } = new PgDialect().sqlToQuery(statement);
  return async ({ $client }, given) => {
    const values = fillPlaceholders(params, given);
    return (await $client.query<Row>({ name, text, values })).rows;
  };
}

/**
 * A query that is built once for a database, and not for each call; for a transaction it is built anew.
 * @param build - makes it, with placeholders, and ends in `prepare` under a name of its own.
 */
export function kept<Prepared>(build: (queries: Queries) => Prepared): (queries: Queries) => Prepared {
  const built = new WeakMap<Queries, Prepared>();
  return (queries) => {
    const query = built.get(queries) ?? build(queries);
    built.set(queries, query);
    return query;
  };
}
