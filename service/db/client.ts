/** The service's one connection to its database: a pool, and drizzle over it. */
import type { PgDatabase } from 'drizzle-orm/pg-core';
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import * as tables from './schema.ts';

/** The database; `$client` is the pool, for what drizzle has no words for (COPY). */
export type Database = NodePgDatabase<typeof tables> & { $client: pg.Pool };
/** The database or an open transaction of it: what a repository's functions ask for. */
export type Queries = PgDatabase<NodePgQueryResultHKT, typeof tables>;

const connections = 20;
const statementMs = 10_000;

/**
 * Open the database at a `postgres://` address. Connects lazily: a database that is down shows at the first query.
 * @param onTrouble - told when an idle connection breaks; the pool replaces it.
 */
export function openDatabase(
  url: string,
  onTrouble: (error: Error) => void = () => undefined,
): { database: Database; close: () => Promise<void> } {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    statement_timeout: statementMs,
    connectionTimeoutMillis: 5_000,
    idle_in_transaction_session_timeout: 60_000,
  });
  pool.on('error', onTrouble);
  return { database: drizzle(pool, { schema: tables }), close: () => pool.end() };
}
