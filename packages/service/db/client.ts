/** The service's database client: a connection pool and drizzle. */
import type { PgDatabase } from 'drizzle-orm/pg-core';
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { prepareConnection, querySingle } from './pooler.ts';
import * as tables from './schema.ts';

/** The database; `$client` is the pool, for statements that drizzle does not support (COPY). */
export type Database = NodePgDatabase<typeof tables> & { $client: pg.Pool };
/** The database or an open transaction: the parameter of repository functions. */
export type Queries = PgDatabase<NodePgQueryResultHKT, typeof tables>;

export type DatabaseLimits = {
  /** The maximum of concurrent connections. */
  connections: number;
  /** The timeout of a single statement. */
  statementSeconds: number;
};
export const defaultLimits: DatabaseLimits = { connections: 8, statementSeconds: 10 };

const connectTimeoutMs = 5_000;
const idleInTransactionSeconds = 60;

/**
 * Opens the database at a `postgres://` URL, of PostgreSQL or of a pooler. Connects lazily: the first query fails if the
 * database is down.
 * @param onConnectionError - called when an idle connection breaks; the pool replaces it.
 */
export function openDatabase(
  url: string,
  onConnectionError: (error: Error) => void = () => undefined,
  { connections, statementSeconds }: DatabaseLimits = defaultLimits,
): { database: Database; close: () => Promise<void> } {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectTimeoutMs,
    onConnect: (client) => prepareConnection(client, { statementSeconds, idleInTransactionSeconds }),
  });
  pool.on('error', onConnectionError);
  pool.query = ((statement: pg.QueryConfig, values?: unknown[]) =>
    querySingle(pool, statement, values)) as pg.Pool['query'];
  return { database: drizzle(pool, { schema: tables }), close: () => pool.end() };
}
