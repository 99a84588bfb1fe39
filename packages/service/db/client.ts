/** The service's database client: a connection pool and drizzle. */
import type { PgDatabase } from 'drizzle-orm/pg-core';
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { connectionOptions, type DatabaseAddress } from './address.ts';
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
  /** The timeout of connecting. */
  connectMs?: number;
  /** How long the client waits for an answer; without a limit by default, since the server has one. */
  answerMs?: number;
};
export const defaultLimits: DatabaseLimits = { connections: 8, statementSeconds: 10 };
/** For a read replica: the primary can answer instead, so a replica without an answer is soon given up. */
export const replicaLimits = { connectMs: 1_000, answerMs: 2_000 };

const defaultConnectMs = 5_000;
const idleInTransactionSeconds = 60;

/**
 * Opens the database at an address, of PostgreSQL or of a pooler. Connects lazily: the first query fails if the
 * database is down.
 * @param onConnectionError - called when an idle connection breaks; the pool replaces it.
 */
export function openDatabase(
  address: string | DatabaseAddress,
  onConnectionError: (error: Error) => void = () => undefined,
  { connections, statementSeconds, connectMs = defaultConnectMs, answerMs }: DatabaseLimits = defaultLimits,
): { database: Database; close: () => Promise<void> } {
  const pool = new pg.Pool({
    ...connectionOptions(address),
    max: connections,
    connectionTimeoutMillis: connectMs,
    ...(answerMs === undefined ? {} : { query_timeout: answerMs }),
    onConnect: (client) => prepareConnection(client, { statementSeconds, idleInTransactionSeconds }),
  });
  pool.on('error', onConnectionError);
  pool.query = ((statement: pg.QueryConfig, values?: unknown[]) =>
    querySingle(pool, statement, values)) as pg.Pool['query'];
  return { database: drizzle(pool, { schema: tables }), close: () => pool.end() };
}
