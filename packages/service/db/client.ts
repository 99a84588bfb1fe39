/** The service's one connection to its database: a pool, and drizzle over it. */
import type { PgDatabase } from 'drizzle-orm/pg-core';
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { prepareConnection, querySingle } from './pooler.ts';
import * as tables from './schema.ts';

/** The database; `$client` is the pool, for what drizzle has no words for (COPY). */
export type Database = NodePgDatabase<typeof tables> & { $client: pg.Pool };
/** The database or an open transaction of it: what a repository's functions ask for. */
export type Queries = PgDatabase<NodePgQueryResultHKT, typeof tables>;

export type DatabaseLimits = {
  /** Connections at the same time. */
  connections: number;
  /** How long a single statement may take. */
  statementSeconds: number;
};
export const defaultLimits: DatabaseLimits = { connections: 8, statementSeconds: 10 };

const connectTimeoutMs = 5_000;
const idleInTransactionSeconds = 60;

/**
 * Open the database at a `postgres://` address, at PostgreSQL itself or behind a pooler. Connects lazily: a database that
 * is down shows at the first query.
 * @param onTrouble - called when an idle connection breaks; the pool replaces it.
 */
export function openDatabase(
  url: string,
  onTrouble: (error: Error) => void = () => undefined,
  { connections, statementSeconds }: DatabaseLimits = defaultLimits,
): { database: Database; close: () => Promise<void> } {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectTimeoutMs,
    onConnect: (client) => prepareConnection(client, { statementSeconds, idleInTransactionSeconds }),
  });
  pool.on('error', onTrouble);
  pool.query = ((statement: pg.QueryConfig, values?: unknown[]) =>
    querySingle(pool, statement, values)) as pg.Pool['query'];
  return { database: drizzle(pool, { schema: tables }), close: () => pool.end() };
}
