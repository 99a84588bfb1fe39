/** Limits and statements of a connection: at PostgreSQL itself, and behind a pooler such as PgBouncer. */
import pg from 'pg';

/**
 * How long statements may take. A connection to PostgreSQL itself keeps the limits as settings of its session. Behind a
 * pooler a session belongs to many clients in turn, so there each transaction sets its own.
 */
export type Limits = { statementSeconds: number; idleInTransactionSeconds: number };

const helloTimeoutMs = 5_000;
const behindPooler = new WeakSet<object>();

/**
 * Set the limits of a new connection. Startup parameters would be shorter, but PgBouncer refuses them.
 * @throws {Error} when the first statement is not answered within five seconds.
 */
export async function prepareConnection(client: pg.ClientBase, limits: Limits): Promise<void> {
  // A connection that breaks while it is used fails the statement; without a listener the event would end the program too.
  client.on('error', () => undefined);
  // A pooler names a process of its own to its clients; pg's types leave out what it is told here.
  const { processID } = client as pg.ClientBase & { processID: number };
  const hello = {
    text: `select set_config('statement_timeout', $2, false),
      set_config('idle_in_transaction_session_timeout', $3, false) where pg_backend_pid() = $1`,
    values: [processID, `${limits.statementSeconds}s`, `${limits.idleInTransactionSeconds}s`],
    query_timeout: helloTimeoutMs,
  };
  const { rowCount } = await client.query(hello);
  if (rowCount) return;
  behindPooler.add(client);
  limitTransactions(client, limits);
}

/** Let every transaction begin with its limits, and send no named statements: another connection may run the next one. */
function limitTransactions(client: pg.ClientBase, limits: Limits): void {
  const send = client.query.bind(client) as (statement: unknown, ...rest: unknown[]) => unknown;
  const query = (statement: unknown, ...rest: unknown[]) =>
    isStatement(statement)
      ? send({ ...statement, name: undefined, text: withLimits(statement.text, limits) }, ...rest)
      : send(statement, ...rest);
  client.query = query as typeof client.query;
}

/** A stream for COPY has a text too, and is passed on as it is. */
const isStatement = (statement: unknown): statement is { text: string } =>
  typeof statement === 'object' && statement !== null && 'text' in statement && !('submit' in statement);

const withLimits = (text: string, { statementSeconds, idleInTransactionSeconds }: Limits) =>
  /^begin\b/i.test(text)
    ? `${text}; set local statement_timeout = '${statementSeconds}s'; ` +
      `set local idle_in_transaction_session_timeout = '${idleInTransactionSeconds}s'`
    : text;

/** Send one statement by itself; behind a pooler it gets a transaction of its own, for the limits. */
export async function querySingle(
  pool: pg.Pool,
  statement: pg.QueryConfig,
  values?: unknown[],
): Promise<pg.QueryResult> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    if (!behindPooler.has(client)) return await client.query(statement, values);
    await client.query({ text: 'begin' });
    const result = await client.query(statement, values);
    await client.query({ text: 'commit' });
    return result;
  } catch (error) {
    // The pool replaces it: in what state it is can't be told.
    broken = error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
}
