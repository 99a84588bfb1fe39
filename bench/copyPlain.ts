/** The comparison: the same rows in plain text, copied into a table with an index on every column. */
import { once } from 'node:events';
import pg from 'pg';
import { from } from 'pg-copy-streams';

/** The cost of copying: seconds, bytes of the table with its indexes, and bytes of write-ahead log. */
export type PlainCopy = { seconds: number; tableBytes: number; walBytes: number };

/**
 * Copies CSV without a header into a new table with a B-tree on each column.
 * @param columns - names and types, in the order of the cells.
 */
export async function copyPlain(
  url: string,
  columns: Record<string, string>,
  chunks: Iterable<Buffer>,
): Promise<PlainCopy> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query('DROP TABLE IF EXISTS bench_plain');
    const columnList = Object.entries(columns).map(([name, type]) => `"${name}" ${type}`);
    await client.query(`CREATE TABLE bench_plain (${columnList.join(', ')})`);
    for (const name of Object.keys(columns)) await client.query(`CREATE INDEX ON bench_plain ("${name}")`);
    const walBefore = await walPosition(client);
    const started = performance.now();
    const stream = client.query(from('COPY bench_plain FROM STDIN (FORMAT csv)'));
    for (const chunk of chunks) if (!stream.write(chunk)) await once(stream, 'drain');
    stream.end();
    await once(stream, 'finish');
    const seconds = (performance.now() - started) / 1000;
    const walBytes = (await walPosition(client)) - walBefore;
    const { rows } = await client.query<{ bytes: number }>(
      `SELECT pg_total_relation_size('bench_plain')::float8 AS bytes`,
    );
    return { seconds, tableBytes: rows[0]!.bytes, walBytes };
  } finally {
    await client.query('DROP TABLE IF EXISTS bench_plain');
    await client.end();
  }
}

/** The number of bytes of write-ahead log that the server has written since its creation. */
export async function walPosition(client: Pick<pg.Client, 'query'>): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS bytes`,
  );
  return rows[0]!.bytes;
}
