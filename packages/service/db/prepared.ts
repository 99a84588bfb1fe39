/** Prepared statements of every search: planning them costs more than a lookup by key. */
import { fillPlaceholders, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { QueryResultRow } from 'pg';
import type { Database, Queries } from './client.ts';

/**
 * Returns a function that runs a statement with values for its placeholders and returns the driver's rows.
 * @param name - unique for each statement.
 */
export function prepared<Row extends QueryResultRow>(
  name: string,
  statement: SQL,
): (database: Database, values: Record<string, unknown>) => Promise<Row[]> {
  const { sql: text, params } = new PgDialect().sqlToQuery(statement);
  return async ({ $client }, placeholders) => {
    const values = fillPlaceholders(params, placeholders);
    return (await $client.query<Row>({ name, text, values })).rows;
  };
}

/**
 * Memoizes a query: it is built once for a database, and once for each transaction.
 * @param build - builds the query with placeholders, and prepares it under a unique name.
 */
export function memoizedQuery<Prepared>(
  build: (queries: Queries) => Prepared,
): (queries: Queries) => Prepared {
  const cache = new WeakMap<Queries, Prepared>();
  return (queries) => {
    const query = cache.get(queries) ?? build(queries);
    cache.set(queries, query);
    return query;
  };
}
