/** Sets timeouts of a connection, to PostgreSQL itself or through a pooler such as PgBouncer. */
import pg from 'pg';

/**
 * Timeouts. On a direct connection they are session settings. Behind a pooler a session is shared by many clients, so
 * each transaction sets its own.
 */
export type StatementTimeouts = { statementSeconds: number; idleInTransactionSeconds: number };

const firstQueryTimeoutMs = 5_000;
const behindPooler = new WeakSet<object>();

/**
 * Sets the timeouts of a new connection. Startup parameters would be simpler, but PgBouncer refuses them.
 * @throws {Error} if the first statement is not answered within five seconds.
 */
export async function prepareConnection(client: pg.ClientBase, timeouts: StatementTimeouts): Promise<void> {
  // A broken connection already rejects the statement; without a listener the event would also end the process.
  client.on('error', () => undefined);
  // A pooler reports its own process id, which differs from pg_backend_pid(). It is missing from pg's types.
  const { processID } = client as pg.ClientBase & { processID: number };
  const setTimeouts = {
    text: `select set_config('statement_timeout', $2, false),
      set_config('idle_in_transaction_session_timeout', $3, false) where pg_backend_pid() = $1`,
    values: [processID, `${timeouts.statementSeconds}s`, `${timeouts.idleInTransactionSeconds}s`],
    query_timeout: firstQueryTimeoutMs,
  };
  const { rowCount } = await client.query(setTimeouts);
  if (rowCount) return;
  behindPooler.add(client);
  setTransactionTimeouts(client, timeouts);
}

/** Begins every transaction with its timeouts, and sends no named statements: another connection may run the next one. */
function setTransactionTimeouts(client: pg.ClientBase, timeouts: StatementTimeouts): void {
  const send = client.query.bind(client) as (statement: unknown, ...rest: unknown[]) => unknown;
  const query = (statement: unknown, ...rest: unknown[]) =>
    isStatement(statement)
      ? send({ ...statement, name: undefined, text: withTimeouts(statement.text, timeouts) }, ...rest)
      : send(statement, ...rest);
  client.query = query as typeof client.query;
}

/** A COPY stream has a text too, and is passed on unchanged. */
const isStatement = (statement: unknown): statement is { text: string } =>
  typeof statement === 'object' && statement !== null && 'text' in statement && !('submit' in statement);

const withTimeouts = (text: string, { statementSeconds, idleInTransactionSeconds }: StatementTimeouts) =>
  /^begin\b/i.test(text)
    ? `${text}; set local statement_timeout = '${statementSeconds}s'; ` +
      `set local idle_in_transaction_session_timeout = '${idleInTransactionSeconds}s'`
    : text;

/** Runs a single statement; behind a pooler in a transaction of its own, for the timeouts. */
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
    // The pool discards the client: its state is unknown.
    broken = error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
}
